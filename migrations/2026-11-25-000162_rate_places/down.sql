ALTER TABLE poll_plan DROP COLUMN rated_at;
ALTER TABLE place_readings
    DROP COLUMN rate_items,
    DROP COLUMN rate_seconds,
    DROP COLUMN rate_hour_items,
    DROP COLUMN rated_until;
