ALTER TABLE poll_plan DROP COLUMN moves_at;
