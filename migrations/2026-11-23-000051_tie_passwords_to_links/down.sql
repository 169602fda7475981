ALTER TABLE email_tokens DROP COLUMN registration;
ALTER TABLE mail_requests DROP COLUMN registration;
