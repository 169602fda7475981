DROP INDEX CONCURRENTLY item_keys_unmatched;
