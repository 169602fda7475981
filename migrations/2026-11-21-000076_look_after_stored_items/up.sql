-- Every stored item is looked for in the forum again and again, so that what was deleted or removed
-- there goes here too. The schedule stands beside the keys: that table is narrow and in one piece, and
-- the wide rows of `items` need not be written anew for each look.
ALTER TABLE item_keys
    -- When it is due. Null once it is gone.
    ADD COLUMN check_at       timestamptz,
    -- When the forum was last heard to have it.
    ADD COLUMN checked_at     timestamptz,
    -- Who looks holds it until then, and may write the outcome only while this is unchanged.
    ADD COLUMN checked_until  timestamptz,
    -- Answers in a row that left it out.
    ADD COLUMN misses         integer NOT NULL DEFAULT 0;
-- Of what is stored already nobody knows: it is looked through within a day and a half.
UPDATE item_keys SET check_at = now() + random() * interval '36 hours';
CREATE INDEX item_keys_check_at ON item_keys (check_at) WHERE check_at IS NOT NULL;
ALTER TABLE items DROP COLUMN checked_at;

-- What is told about an item, and what belongs to a thread, when either goes.
CREATE INDEX notifications_item_id ON notifications (item_id);
CREATE INDEX items_thread_id ON items (thread_id);

-- Weeks are dropped one at a time, each in a transaction of its own that gives up soon: while it waits
-- for a reader to end, all that come after wait behind it.
DROP FUNCTION drop_week_partitions(timestamptz);

CREATE FUNCTION outdated_weeks(cutoff timestamptz) RETURNS TABLE (name text) LANGUAGE sql AS $$
    -- Notifications before the items that they are about. The planner may look at the names of all
    -- tables first, so that names without a date must do no harm.
    SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('items'::regclass, 'notifications'::regclass)
        AND CASE WHEN c.relname ~ '_\d{4}_\d\d_\d\d$' THEN
            (to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7)::timestamp AT TIME ZONE 'UTC' <= cutoff
        END
    ORDER BY c.relname DESC
$$;

-- False if the table is in use.
CREATE FUNCTION try_drop_week(name text, patience_milliseconds integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('lock_timeout', patience_milliseconds::text, true);
    EXECUTE format('DROP TABLE IF EXISTS %I', name);
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END
$$;
