-- What is due first of what comes first. All that is due is found by item_keys_check_at.
CREATE INDEX CONCURRENTLY item_keys_alerted_check_at ON item_keys (check_at)
    WHERE is_alerted AND check_at IS NOT NULL;
