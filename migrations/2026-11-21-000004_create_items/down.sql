DROP TABLE item_keys, items;
