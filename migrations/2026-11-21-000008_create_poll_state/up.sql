-- One row a listing of the forum. The newest ids of the last page are the known ground on which the
-- next poll must land; a poll is leased, so that any number of processes share the work.
CREATE TABLE poll_state (
    listing       text PRIMARY KEY,
    known_ids     text[] NOT NULL DEFAULT '{}',
    next_poll_at  timestamptz NOT NULL,
    leased_until  timestamptz,
    fence         bigint NOT NULL DEFAULT 0,
    polled_at     timestamptz,
    failures      integer NOT NULL DEFAULT 0,
    last_error    text,
    items_seen    bigint NOT NULL DEFAULT 0
);

-- Ground that a listing could not cover: more was posted between two polls than it reaches back.
CREATE TABLE coverage_gaps (
    id          uuid PRIMARY KEY,
    listing     text NOT NULL,
    started_at  timestamptz NOT NULL,
    ended_at    timestamptz NOT NULL,
    reason      text NOT NULL
);

CREATE INDEX coverage_gaps_ended_at ON coverage_gaps (ended_at);

-- Answers to "does this subreddit exist", kept for as long as they are trusted.
CREATE TABLE subreddit_checks (
    name        text PRIMARY KEY CHECK (name = lower(name)),
    display     text NOT NULL,
    found       boolean NOT NULL,
    expires_at  timestamptz NOT NULL
);
