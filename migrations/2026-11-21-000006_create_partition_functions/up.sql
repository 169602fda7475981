-- Weeks begin on Monday, UTC. Called before items are stored, and by the daily clean-up; safe to
-- call from many processes at once.
CREATE FUNCTION ensure_week_partitions(first timestamptz, last timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    week date := date_trunc('week', first AT TIME ZONE 'UTC')::date;
    parent text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('harken.partitions'));
    WHILE week::timestamp AT TIME ZONE 'UTC' <= last LOOP
        FOREACH parent IN ARRAY ARRAY['items', 'notifications'] LOOP
            EXECUTE format(
                'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                parent || '_' || to_char(week, 'YYYY_MM_DD'), parent,
                week::timestamp AT TIME ZONE 'UTC', (week + 7)::timestamp AT TIME ZONE 'UTC');
        END LOOP;
        week := week + 7;
    END LOOP;
END
$$;

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

SELECT ensure_week_partitions(now(), now() + interval '14 days');
