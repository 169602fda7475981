ALTER TABLE outbox DROP COLUMN dismissed_at;
