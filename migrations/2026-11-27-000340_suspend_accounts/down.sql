DROP TRIGGER users_suspended ON users;
DROP FUNCTION record_suspension;
ALTER TABLE users DROP COLUMN suspended_at;
