-- The subreddits that a listing held when it was last read: a name that is new to it has no known
-- ground yet, and is read by itself once.
ALTER TABLE poll_state ADD COLUMN names text[] NOT NULL DEFAULT '{}';

-- Why a subreddit cannot be watched, when it cannot.
ALTER TABLE subreddit_checks ADD COLUMN reason text
    CHECK (reason IN ('private', 'banned', 'not_found'));
