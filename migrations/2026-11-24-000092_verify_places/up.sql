-- What the forum said of each subreddit that is watched: only what can be read is polled. Names that
-- nobody asked about yet wait for their turn, so that many made-up ones delay nobody else's.
CREATE TABLE places (
    name           text PRIMARY KEY CHECK (name = lower(name)),
    -- `assumed` was polled before names were verified, and is polled until it turns out unreadable.
    state          text NOT NULL CHECK (
        state IN ('unknown', 'assumed', 'ok', 'private', 'banned', 'missing')),
    since          timestamptz NOT NULL,
    is_watched     boolean NOT NULL DEFAULT true,
    -- How many names its owner had waiting when it came: few are verified before many.
    turn           integer NOT NULL DEFAULT 0,
    checked_at     timestamptz,
    next_check_at  timestamptz NOT NULL,
    -- Answers in a row that it cannot be read: each makes the next wait longer.
    bad_checks     integer NOT NULL DEFAULT 0
);

CREATE INDEX places_to_check ON places (turn, next_check_at) WHERE is_watched;

-- Goes up in the transaction that changes which names are polled, so that each process plans anew.
CREATE TABLE poll_plan (
    is_only  boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    version  bigint NOT NULL DEFAULT 0
);

INSERT INTO poll_plan DEFAULT VALUES;

INSERT INTO places (name, state, since, turn, next_check_at)
SELECT DISTINCT lower(name), 'assumed', now(), 100, now()
FROM watches w JOIN users u ON u.id = w.user_id, unnest(w.subreddits) AS name
WHERE w.is_active AND u.email_verified_at IS NOT NULL AND lower(name) <> 'all';
