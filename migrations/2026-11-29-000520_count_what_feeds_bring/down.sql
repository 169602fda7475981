DROP TABLE user_feed_use;
DROP TABLE feed_use;
ALTER TABLE feeds DROP COLUMN day, DROP COLUMN day_entries, DROP COLUMN day_bytes, DROP COLUMN put_off;
