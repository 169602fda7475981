-- A deleted notification can be brought back for a day: deleting marks it, and the clean-up drops it.
ALTER TABLE notifications ADD COLUMN deleted_at timestamptz;

-- Every list and count leaves marked ones out, so the indexes do as well: what is counted is counted
-- in an index alone. Each list has an index in its own order, by which a page is read without sorting
-- the rest; the keyword is carried along for the groups.
DROP INDEX notifications_user_status_created_at, notifications_user_keyword_created_at,
    notifications_watch_created_at;
CREATE INDEX notifications_user_created_at
    ON notifications (user_id, created_at DESC, seq DESC) WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_status_created_at
    ON notifications (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword)
    WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_keyword_created_at
    ON notifications (user_id, lower(keyword), status, created_at DESC, seq DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX notifications_watch_created_at
    ON notifications (watch_id, created_at DESC) WHERE deleted_at IS NULL;
-- What the clean-up drops.
CREATE INDEX notifications_deleted_at ON notifications (deleted_at) WHERE deleted_at IS NOT NULL;
