-- A week is made beside its parent and then attached. CREATE TABLE ... PARTITION OF asks for the
-- parent alone: during a backup, which reads all tables for its whole time, it waited, and every
-- read and write waited behind it. ATTACH lets readers and writers of the parent be. Of
-- notifications it asks for a moment without writers of users, to whom they refer; for all that
-- others hold it waits a fifth of a second and then gives up, so that nobody waits behind it for
-- longer.
CREATE FUNCTION make_week(parent text, monday date) RETURNS boolean
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
    week text := parent || '_' || to_char(monday, 'YYYY_MM_DD');
    first timestamptz := monday::timestamp AT TIME ZONE 'UTC';
    past timestamptz := (monday + 7)::timestamp AT TIME ZONE 'UTC';
BEGIN
    IF to_regclass(quote_ident(week)) IS NOT NULL THEN
        RETURN true;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('harken.partitions'));
    IF to_regclass(quote_ident(week)) IS NOT NULL THEN
        RETURN true;
    END IF;
    -- Without foreign keys, which the parent hands down: of two that say the same one would be
    -- dropped, and that would ask for users alone.
    EXECUTE format(
        'CREATE TABLE %I (LIKE %I INCLUDING ALL, CONSTRAINT week CHECK (seen_at >= %L AND seen_at < %L))',
        week, parent, first, past);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                   parent, week, first, past);
    -- The bounds say it from now on.
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT week', week);
    RETURN true;
EXCEPTION
    WHEN lock_not_available THEN
        RETURN false;
    -- Another process made it while this one waited for its turn, and the name was looked up
    -- before.
    WHEN duplicate_table THEN
        RETURN true;
END
$$;

-- Sees to it that every moment from `first` to `last` has its week: false if one could not be made
-- because others hold what it needs. Weeks begin on Monday, UTC. Safe to call from many processes
-- at once.
DROP FUNCTION ensure_week_partitions(timestamptz, timestamptz);
CREATE FUNCTION ensure_week_partitions(first timestamptz, last timestamptz) RETURNS boolean
LANGUAGE sql AS $$
    SELECT coalesce(bool_and(make_week(parent, monday::date)), true)
    FROM generate_series(date_trunc('week', first AT TIME ZONE 'UTC'), last AT TIME ZONE 'UTC',
                         interval '7 days') AS monday,
         unnest(ARRAY['items', 'notifications']) AS parent
$$;
