DROP TABLE near_bands;
ALTER TABLE item_keys DROP COLUMN story_id;
ALTER TABLE items DROP COLUMN story_id;
