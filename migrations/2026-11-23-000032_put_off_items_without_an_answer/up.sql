-- Looks in a row that brought no answer at all. An item that is asked for in vain would come first
-- for ever, and with it the same hundred: each such look puts the next one off for longer.
ALTER TABLE item_keys ADD COLUMN unanswered integer NOT NULL DEFAULT 0;
