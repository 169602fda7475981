DROP TRIGGER hasten_host ON feeds;
DROP FUNCTION hasten_feed_host;
CREATE INDEX feeds_due ON feeds (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX feeds_host ON feeds (host);
DROP INDEX feeds_due_at_host;
DROP INDEX feed_hosts_next;
ALTER TABLE feed_hosts DROP COLUMN next_at, DROP COLUMN due_at;
