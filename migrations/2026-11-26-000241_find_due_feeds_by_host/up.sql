-- The feed that is due next was looked for among all that are due, row by row past those of hosts that had just
-- been asked. Now the host that is free and has something due is found first, and then the first feed of it.
ALTER TABLE feed_hosts
    -- When the first of its feeds is due, or before: whoever finds nothing then puts it right. Null if none
    -- ever is.
    ADD COLUMN due_at timestamptz,
    ADD COLUMN next_at timestamptz
        GENERATED ALWAYS AS (CASE WHEN due_at IS NOT NULL THEN greatest(free_at, due_at) END) STORED;

UPDATE feed_hosts h SET due_at = (SELECT min(next_poll_at) FROM feeds f WHERE f.host = h.host);

CREATE INDEX feed_hosts_next ON feed_hosts (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX feeds_due_at_host ON feeds (host, next_poll_at);
DROP INDEX feeds_host;
DROP INDEX feeds_due;

-- No feed is due before its host. The row is written even if it says so already: it may be locked by somebody who
-- has not seen this feed and is about to put off the host.
CREATE FUNCTION hasten_feed_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE feed_hosts SET due_at = least(due_at, NEW.next_poll_at) WHERE host = NEW.host;
    RETURN NULL;
END $$;

CREATE TRIGGER hasten_host AFTER INSERT OR UPDATE OF next_poll_at, host ON feeds
    FOR EACH ROW WHEN (NEW.next_poll_at IS NOT NULL) EXECUTE FUNCTION hasten_feed_host();
