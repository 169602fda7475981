ALTER TABLE subreddit_checks DROP COLUMN reason;
ALTER TABLE poll_state DROP COLUMN names;
