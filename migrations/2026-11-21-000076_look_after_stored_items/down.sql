DROP FUNCTION try_drop_week(text, integer);
DROP FUNCTION outdated_weeks(timestamptz);
-- Drops the weeks that ended before `cutoff`, and the keys of their items. Returns how many weeks.
CREATE FUNCTION drop_week_partitions(cutoff timestamptz) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    child record;
    dropped integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('harken.partitions'));
    FOR child IN
        SELECT c.relname AS name, to_date(right(c.relname, 10), 'YYYY_MM_DD') AS week
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent IN ('items'::regclass, 'notifications'::regclass)
    LOOP
        IF (child.week + 7)::timestamp AT TIME ZONE 'UTC' <= cutoff THEN
            EXECUTE format('DROP TABLE %I', child.name);
            dropped := dropped + 1;
        END IF;
    END LOOP;
    DELETE FROM item_keys
        WHERE seen_at < date_trunc('week', cutoff AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
    RETURN dropped / 2;
END
$$;
DROP INDEX items_thread_id;
DROP INDEX notifications_item_id;
ALTER TABLE items ADD COLUMN checked_at timestamptz;
DROP INDEX item_keys_check_at;
ALTER TABLE item_keys DROP COLUMN misses, DROP COLUMN checked_until, DROP COLUMN checked_at,
    DROP COLUMN check_at;
