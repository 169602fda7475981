ALTER TABLE poll_plan DROP COLUMN kept_days;
