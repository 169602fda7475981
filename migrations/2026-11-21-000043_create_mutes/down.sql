ALTER TABLE notifications DROP COLUMN not_relevant_at, DROP COLUMN muted_by;
DROP TABLE mutes;
