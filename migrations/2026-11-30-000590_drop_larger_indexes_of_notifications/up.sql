-- Those that the previous migration replaced.
ALTER TABLE notifications DROP CONSTRAINT notifications_watch_item_key;
DROP INDEX notifications_item_id, notifications_user_created_at, notifications_user_status_created_at,
    notifications_user_keyword_created_at, notifications_watch_created_at;
