ALTER TABLE poll_state
    -- When `next_poll_at` and the lease were set. One that lies in the future was set by a clock
    -- that has been set back since, and neither holds any more.
    ADD COLUMN scheduled_at  timestamptz,
    -- When the forum last gave a page of a poll that went on from there, so that a long poll is not
    -- taken for a forum that is silent.
    ADD COLUMN answered_at   timestamptz,
    -- When the last poll failed. Null once one went well.
    ADD COLUMN failed_at     timestamptz;
