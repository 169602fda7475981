DROP TABLE pushed_items;
