-- What was cleared would be shown again.
DELETE FROM insight_results WHERE cleared_at IS NOT NULL;
ALTER TABLE insight_results DROP COLUMN cleared_at;
