-- Whether somebody was alerted to the item, or to a comment with its title, as the last look has found. Such
-- items are looked for first when more is due than the request budget reaches. So is what was not looked
-- for yet: most that is deleted is deleted soon.
ALTER TABLE item_keys ADD COLUMN is_alerted boolean NOT NULL DEFAULT true;
