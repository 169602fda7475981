ALTER TABLE poll_state DROP COLUMN planned, DROP COLUMN interval_ms;
