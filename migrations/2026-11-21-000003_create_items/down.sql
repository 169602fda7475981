DROP TABLE story_links;
DROP TABLE near_bands;
DROP TABLE item_keys;
DROP VIEW recent_items;
DROP FUNCTION make_unmatched_items(timestamptz, timestamptz);
DROP TABLE unmatched_items;
DROP FUNCTION try_drop_week(text, integer);
DROP FUNCTION make_week(text, date);
DROP TABLE items;
