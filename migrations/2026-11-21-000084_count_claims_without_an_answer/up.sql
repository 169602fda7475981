-- A claim whose process ended says nothing about its message. Counted as an attempt, it used up the
-- retries of messages that were only waiting for their turn.
ALTER TABLE outbox ADD COLUMN unanswered integer NOT NULL DEFAULT 0;
