ALTER TABLE watches DROP COLUMN last_match_at;
DROP INDEX notifications_watch_not_relevant, notifications_muted_by;
