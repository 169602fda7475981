ALTER TABLE processes DROP COLUMN matches;
DROP TABLE match_shards;
