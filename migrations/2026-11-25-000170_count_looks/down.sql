ALTER TABLE poll_plan DROP COLUMN looks_a_minute, DROP COLUMN looks_counted_at;
