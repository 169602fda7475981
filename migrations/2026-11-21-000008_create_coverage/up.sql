-- How completely places are read, and the gaps.

-- The time since which posts or comments of a place are read without a break in the plan. `all` is the place
-- of everything. Names are in lower case.
CREATE TABLE place_readings (
    place            text NOT NULL,
    kind             text NOT NULL CHECK (kind IN ('post', 'comment')),
    since            timestamptz NOT NULL,
    -- When the plan gave the place to another listing: up to when its old one has read it.
    read_until       timestamptz,
    -- The rate at which the place brings items, for the plan: items and the seconds in which they arrived,
    -- both fading with a half-life of seven days; the time up to which they are counted; and how many of that
    -- hour are.
    rate_items       double precision NOT NULL DEFAULT 0,
    rate_seconds     double precision NOT NULL DEFAULT 0,
    rate_hour_items  bigint NOT NULL DEFAULT 0,
    rated_until      timestamptz,
    -- For a place that is still watched and cannot be read: the time until which it could.
    ended_at         timestamptz,
    PRIMARY KEY (place, kind)
);

-- The items that were read of a place, by the hour in which they were read. Hours that are a week old are
-- replaced by days.
CREATE TABLE coverage_hours (
    place        text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('post', 'comment')),
    -- The beginning of the hour, or of the day (UTC).
    hour         timestamptz NOT NULL,
    items        bigint NOT NULL DEFAULT 0,
    -- The length of the time of which something may be missing.
    gap_seconds  bigint NOT NULL DEFAULT 0,
    -- As `waits`, in 60 steps of a third of an octave. Nothing new is counted here.
    lag          integer[] NOT NULL DEFAULT array_fill(0, ARRAY[60])
                 CHECK (array_length(lag, 1) = 60),
    -- Items by the time between their posting and their reading, in steps of a ninth of an octave from one
    -- second, up to the longest wait: a time that is computed from them is at most a twelfth off.
    waits        integer[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (place, kind, hour)
);

CREATE INDEX coverage_hours_by_hour ON coverage_hours (hour);

-- Counts the items of each step of `lag`.
CREATE FUNCTION lag_counts(steps integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(coalesce(n, 0)::integer ORDER BY step)
    FROM generate_series(0, 59) AS step
    LEFT JOIN (SELECT s, count(*) AS n FROM unnest(steps) AS s GROUP BY s) AS counted ON s = step
$$;

-- Counts the items of each step of `waits`, up to the last one.
CREATE FUNCTION wait_counts(steps integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(coalesce(n, 0)::integer ORDER BY step)
    FROM generate_series(0, (SELECT max(s) FROM unnest(steps) AS s)) AS step
    LEFT JOIN (SELECT s, count(*) AS n FROM unnest(steps) AS s GROUP BY s) AS counted ON s = step
$$;

-- Adds two rows of counts, of which one may be longer.
CREATE FUNCTION add_counts(a integer[], b integer[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) ORDER BY n), '{}')
    FROM unnest(a, b) WITH ORDINALITY AS both_counts (x, y, n)
$$;

CREATE AGGREGATE sum_counts(integer[]) (
    SFUNC = add_counts, STYPE = integer[], PARALLEL = SAFE
);

-- Now and then a subreddit's own listing is compared with its stored items.
CREATE TABLE coverage_audits (
    id          uuid PRIMARY KEY,
    place       text NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('post', 'comment')),
    audited_at  timestamptz NOT NULL,
    -- Items that were old enough to have been read and young enough to be known.
    items       integer NOT NULL CHECK (items >= 0),
    missing     integer NOT NULL CHECK (missing BETWEEN 0 AND items)
);

CREATE INDEX coverage_audits_by_place ON coverage_audits (place, kind, audited_at);
CREATE INDEX coverage_audits_by_time ON coverage_audits (audited_at);

-- Periods that a listing could not cover: more was posted between two polls than it reaches back.
CREATE TABLE coverage_gaps (
    id             uuid PRIMARY KEY,
    listing        text NOT NULL,
    started_at     timestamptz NOT NULL,
    ended_at       timestamptz NOT NULL,
    reason         text NOT NULL,
    -- When the gap was first recorded, and when it is over unless it grows before. `closes_at` is null once
    -- its end was recorded.
    opened_at      timestamptz,
    closes_at      timestamptz,
    -- Comments name the posts that they belong to: the time up to which the comments on posts of the gap were
    -- examined, and how many times the forum was asked for such posts.
    threads_until  timestamptz,
    thread_asks    integer NOT NULL DEFAULT 0 CHECK (thread_asks >= 0)
);

CREATE INDEX coverage_gaps_ended_at ON coverage_gaps (ended_at);
CREATE INDEX coverage_gaps_by_listing ON coverage_gaps (listing, ended_at);
CREATE INDEX coverage_gaps_open ON coverage_gaps (closes_at) WHERE closes_at IS NOT NULL;

-- A joined listing reaches a thousand items back in all of its subreddits together; the own listing of each
-- reaches as many back in one. The items that the first could not cover are read from the others, page by
-- page, as far as the request budget allows. A row is a subreddit's listing of which a period is still to be
-- read.
CREATE TABLE gap_fills (
    kind        text NOT NULL CHECK (kind IN ('post', 'comment')),
    name        text NOT NULL CHECK (name = lower(name)),
    -- The period to be read: from the last successful poll to the oldest item that the joined listing gave.
    started_at  timestamptz NOT NULL,
    ended_at    timestamptz NOT NULL,
    -- Why it was not read before. If something remains, it is a gap for that reason.
    reason      text NOT NULL,
    -- The item after which reading continues; null for the newest page.
    after       text,
    -- How far back the reading has come, and after how many items.
    reached_at  timestamptz NOT NULL,
    items_read  integer NOT NULL,
    -- Failed attempts in a row.
    breaks      integer NOT NULL DEFAULT 0,
    -- Also a lease: a process that reads a page puts the next attempt off first.
    try_at      timestamptz NOT NULL,
    give_up_at  timestamptz NOT NULL,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence       bigint NOT NULL DEFAULT 0,
    -- The gap that remains, if any, has the same id.
    id          uuid NOT NULL DEFAULT gen_random_uuid(),
    opened_at   timestamptz NOT NULL DEFAULT now(),
    -- Members that are read together: an hour of a hundred quiet subreddits is on a few pages of their joined
    -- listing, and on a hundred pages of their own. A batch that is too large for its listing is halved.
    batch       uuid NOT NULL DEFAULT gen_random_uuid(),
    PRIMARY KEY (kind, name)
);

CREATE INDEX gap_fills_try_at ON gap_fills (try_at);
CREATE INDEX gap_fills_batch ON gap_fills (batch);

-- News about gaps is sent in rounds, to one user after the other.
CREATE TABLE gap_rounds (
    id          uuid PRIMARY KEY,
    begun_at    timestamptz NOT NULL,
    -- The users up to this one have their messages.
    after_user  uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- When all of them had.
    ended_at    timestamptz
);

-- One at a time, whichever process begins it.
CREATE UNIQUE INDEX gap_rounds_running ON gap_rounds ((ended_at IS NULL)) WHERE ended_at IS NULL;
CREATE INDEX gap_rounds_begun_at ON gap_rounds (begun_at);

-- A gap as it was when it became known, or when its end did.
CREATE TABLE gap_changes (
    gap_id      uuid NOT NULL,
    state       text NOT NULL CHECK (state IN ('open', 'filled', 'closed')),
    place       text NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('post', 'comment')),
    started_at  timestamptz NOT NULL,
    ended_at    timestamptz NOT NULL,
    reason      text NOT NULL,
    -- The round in which it is sent; null until that begins.
    round_id    uuid REFERENCES gap_rounds ON DELETE CASCADE,
    PRIMARY KEY (gap_id, state)
);

CREATE INDEX gap_changes_of_round ON gap_changes (round_id, place);
