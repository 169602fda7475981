DROP TABLE email_tokens;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
