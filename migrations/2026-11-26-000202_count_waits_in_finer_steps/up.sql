-- Items by the time from when they were posted until they were read, in steps of a ninth of an octave from
-- one second, up to the longest wait: a time that is read from them is at most a twelfth off. `lag` holds
-- what was counted before, in steps three times as long; a later release drops it.
ALTER TABLE coverage_hours ADD COLUMN waits integer[] NOT NULL DEFAULT '{}';

-- Counts the steps that the items took, up to the last one.
CREATE FUNCTION wait_counts(steps integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(coalesce(n, 0)::integer ORDER BY step)
    FROM generate_series(0, (SELECT max(s) FROM unnest(steps) AS s)) AS step
    LEFT JOIN (SELECT s, count(*) AS n FROM unnest(steps) AS s GROUP BY s) AS counted ON s = step
$$;

-- One of them may be longer now.
CREATE OR REPLACE FUNCTION add_counts(a integer[], b integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) ORDER BY n), '{}')
    FROM unnest(a, b) WITH ORDINALITY AS both_counts (x, y, n)
$$;
