-- Ids of Hacker News stand among those of the first forum, which are looked for by another job.
CREATE INDEX CONCURRENTLY item_keys_hn_check_at ON item_keys (check_at)
    WHERE forum_id LIKE 'hn:%' AND check_at IS NOT NULL;
