CREATE INDEX CONCURRENTLY item_keys_bsky_check_at ON item_keys (check_at)
    WHERE forum_id LIKE 'bsky:%' AND check_at IS NOT NULL;
