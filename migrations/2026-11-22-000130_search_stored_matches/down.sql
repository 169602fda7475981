DROP TABLE saved_searches;
DROP INDEX notifications_item_id;
CREATE INDEX notifications_item_id ON notifications (item_id);
DROP INDEX items_words;
ALTER TABLE items DROP COLUMN is_matched;
