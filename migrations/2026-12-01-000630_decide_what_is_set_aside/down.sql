DROP TABLE learned_users, set_aside;
ALTER TABLE users DROP COLUMN sets_aside;
