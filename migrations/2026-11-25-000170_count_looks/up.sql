-- Looks whether matched items are still in the forum have as much of the request budget as the promise needs,
-- and polls are planned for the rest. All processes go by one count: it is made every few minutes, by one.
ALTER TABLE poll_plan
    -- Requests a minute that looks need.
    ADD COLUMN looks_a_minute    double precision NOT NULL DEFAULT 0 CHECK (looks_a_minute >= 0),
    -- When that was counted last.
    ADD COLUMN looks_counted_at  timestamptz;
