DROP INDEX CONCURRENTLY item_keys_hn_check_at;
