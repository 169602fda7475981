ALTER TABLE poll_state DROP COLUMN scheduled_at, DROP COLUMN answered_at, DROP COLUMN failed_at;
