-- How many items a place brings, for the plan: items and the seconds in which they came, both fading with a
-- half-life of seven days, up to when they are counted, and how many of that hour are.
ALTER TABLE place_readings
    ADD COLUMN rate_items double precision NOT NULL DEFAULT 0,
    ADD COLUMN rate_seconds double precision NOT NULL DEFAULT 0,
    ADD COLUMN rate_hour_items bigint NOT NULL DEFAULT 0,
    ADD COLUMN rated_until timestamptz;

-- When that was done last, for all.
ALTER TABLE poll_plan ADD COLUMN rated_at timestamptz;
