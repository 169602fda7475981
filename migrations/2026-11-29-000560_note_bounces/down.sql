DROP TABLE mail_bounces;
ALTER TABLE users DROP COLUMN mail_refused_kind;
