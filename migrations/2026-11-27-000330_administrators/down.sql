DROP TABLE audit_log;
ALTER TABLE users DROP COLUMN is_administrator;
