ALTER TABLE item_keys DROP COLUMN is_alerted;
