-- For how many days looks can be paid, as of the same count: matched items are kept no longer than that, and
-- no longer than ninety days.
ALTER TABLE poll_plan
    ADD COLUMN kept_days integer NOT NULL DEFAULT 90 CHECK (kept_days BETWEEN 1 AND 90);
