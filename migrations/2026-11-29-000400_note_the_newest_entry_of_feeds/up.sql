-- A feed that lists a fixed number of entries loses some between two polls if more are published. That shows
-- by the dates: the oldest entry of a poll is newer than the newest of the poll before.
ALTER TABLE feeds
    -- The latest date in the last document, at most the time at which it was read; null if it had no dates.
    ADD COLUMN newest_at timestamptz,
    -- The number of entries in the last document.
    ADD COLUMN listed integer NOT NULL DEFAULT 0;
