-- The plan is made by one process and followed by all: the subreddits of each listing, and how often it is
-- read. A listing without any is not read: a process of before has made it.
ALTER TABLE poll_state
    ADD COLUMN planned text[] NOT NULL DEFAULT '{}',
    ADD COLUMN interval_ms bigint NOT NULL DEFAULT 5000 CHECK (interval_ms > 0);
