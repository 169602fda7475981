DELETE FROM item_keys WHERE is_thread;
ALTER TABLE item_keys DROP COLUMN is_thread, DROP COLUMN stays;
DROP VIEW recent_items;
DROP FUNCTION make_unmatched_items(timestamptz, timestamptz);
DROP TABLE unmatched_items;
