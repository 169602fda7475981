ALTER TABLE items DROP COLUMN checked_at, DROP COLUMN gone_at, DROP COLUMN near_hash,
    DROP COLUMN thread_id;
