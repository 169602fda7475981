ALTER TABLE feeds DROP COLUMN newest_at, DROP COLUMN listed;
