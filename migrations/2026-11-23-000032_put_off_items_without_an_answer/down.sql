ALTER TABLE item_keys DROP COLUMN unanswered;
