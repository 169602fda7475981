CREATE OR REPLACE FUNCTION add_counts(a integer[], b integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(x + y ORDER BY n) FROM unnest(a, b) WITH ORDINALITY AS both_counts (x, y, n)
$$;
DROP FUNCTION wait_counts(integer[]);
ALTER TABLE coverage_hours DROP COLUMN waits;
