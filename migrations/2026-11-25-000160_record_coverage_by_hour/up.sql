-- Since when posts or comments of a subreddit are read without a break in the plan. `all` stands for
-- everything. Names are in lower case.
CREATE TABLE place_readings (
    place  text NOT NULL,
    kind   text NOT NULL CHECK (kind IN ('post', 'comment')),
    since  timestamptz NOT NULL,
    -- When the plan gave it to another listing: up to when its old one has read it.
    read_until  timestamptz,
    PRIMARY KEY (place, kind)
);

-- What is read by now; of what came before, nothing is recorded.
INSERT INTO place_readings (place, kind, since)
SELECT DISTINCT lower(name), CASE WHEN listing LIKE 'posts:%' THEN 'post' ELSE 'comment' END, now()
FROM poll_state, unnest(names) AS name
WHERE polled_at IS NOT NULL;

-- What was read of it, by the hour in which it was read; by day once that is a week ago.
CREATE TABLE coverage_hours (
    place        text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('post', 'comment')),
    -- The begin of the hour, or of the day (UTC).
    hour         timestamptz NOT NULL,
    items        bigint NOT NULL DEFAULT 0,
    -- How long it is of which something may be missing.
    gap_seconds  bigint NOT NULL DEFAULT 0,
    -- Items by the time from when they were posted until they were read, in 60 steps of a third of an octave
    -- from one second.
    lag          integer[] NOT NULL DEFAULT array_fill(0, ARRAY[60])
                 CHECK (array_length(lag, 1) = 60),
    PRIMARY KEY (place, kind, hour)
);

CREATE INDEX coverage_hours_by_hour ON coverage_hours (hour);

-- Counts the steps that the items took.
CREATE FUNCTION lag_counts(steps integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(coalesce(n, 0)::integer ORDER BY step)
    FROM generate_series(0, 59) AS step
    LEFT JOIN (SELECT s, count(*) AS n FROM unnest(steps) AS s GROUP BY s) AS counted ON s = step
$$;

-- Adds two rows of counts.
CREATE FUNCTION add_counts(a integer[], b integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(x + y ORDER BY n) FROM unnest(a, b) WITH ORDINALITY AS both_counts (x, y, n)
$$;

CREATE AGGREGATE sum_counts(integer[]) (
    SFUNC = add_counts, STYPE = integer[], PARALLEL = SAFE
);

CREATE INDEX coverage_gaps_by_listing ON coverage_gaps (listing, ended_at);
