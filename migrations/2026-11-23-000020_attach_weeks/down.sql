DROP FUNCTION ensure_week_partitions(timestamptz, timestamptz);
DROP FUNCTION make_week(text, date);

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
