DROP TABLE rate_limits;
DROP TABLE mail_requests;
DROP TABLE email_tokens;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TRIGGER users_deleted ON users;
DROP FUNCTION remember_deleted_user();
DROP TABLE deleted_users;
DROP TABLE users;
