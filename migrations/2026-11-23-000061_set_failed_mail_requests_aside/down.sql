ALTER TABLE mail_requests DROP COLUMN due_at, DROP COLUMN failures;
