-- A burst is counted by when its alerts were made. Nearly all are made when their item is first
-- seen, and are found in the newest week; those of a score that has risen lie in the week of their
-- item, however old. They are few, and this finds those of the past hour without a look at each
-- watch in each week.
CREATE INDEX notifications_late ON notifications (created_at) WHERE created_at > seen_at;
