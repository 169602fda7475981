-- Nothing is sent to an endpoint until its hold ends; then one message tries it. Failures and holds are
-- counted since it last worked.
ALTER TABLE endpoints
    ADD COLUMN failures    integer NOT NULL DEFAULT 0,
    ADD COLUMN holds       integer NOT NULL DEFAULT 0,
    ADD COLUMN held_until  timestamptz;

-- The queue that a message waits in. Within a lane (mail from 0, endpoints from 3) the lower number
-- goes first: what is about the account, single alerts, digests. Indexes are made of it, so that it
-- is never changed: another order is another function, with indexes of its own.
CREATE FUNCTION outbox_queue(channel text, kind text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN channel = 'mail' THEN 0 ELSE 3 END
         + CASE WHEN kind IN ('match', 'test') THEN 1 WHEN kind = 'digest' THEN 2 ELSE 0 END;
