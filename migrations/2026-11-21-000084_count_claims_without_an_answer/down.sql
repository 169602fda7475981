ALTER TABLE outbox DROP COLUMN unanswered;
