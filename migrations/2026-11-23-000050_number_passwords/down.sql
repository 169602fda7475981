ALTER TABLE users DROP COLUMN password_version;
