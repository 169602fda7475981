CREATE INDEX CONCURRENTLY item_keys_lemmy_check_at ON item_keys (check_at)
    WHERE forum_id LIKE 'lemmy:%' AND check_at IS NOT NULL;
