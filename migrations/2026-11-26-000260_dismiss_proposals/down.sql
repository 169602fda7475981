ALTER TABLE watches DROP COLUMN proposal_dismissed_at;
