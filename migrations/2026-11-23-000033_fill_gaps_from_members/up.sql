-- A listing of several subreddits reaches a thousand items back in all of them together; the own
-- listing of each reaches as many back in one. What the first could not cover is read from the
-- others, page by page, as far as the request budget allows. A row is a subreddit's listing with
-- time still to be read.
CREATE TABLE gap_fills (
    kind          text NOT NULL CHECK (kind IN ('post', 'comment')),
    name          text NOT NULL CHECK (name = lower(name)),
    -- The time to be read: from the last good poll to the oldest item that the listing of all gave.
    started_at    timestamptz NOT NULL,
    ended_at      timestamptz NOT NULL,
    -- Why it was not read before; what remains is a gap for that reason.
    reason        text NOT NULL,
    -- The item after which the reading goes on; null for the newest page.
    after         text,
    -- How far back and how many items it has come.
    reached_at    timestamptz NOT NULL,
    items_read    integer NOT NULL,
    breaks        integer NOT NULL DEFAULT 0,
    -- Also a lease: who reads a page puts the next try off first.
    try_at        timestamptz NOT NULL,
    give_up_at    timestamptz NOT NULL,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence         bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, name)
);

CREATE INDEX gap_fills_try_at ON gap_fills (try_at);
