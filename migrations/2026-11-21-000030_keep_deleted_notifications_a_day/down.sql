DELETE FROM notifications WHERE deleted_at IS NOT NULL;
DROP INDEX notifications_user_created_at, notifications_user_status_created_at,
    notifications_user_keyword_created_at, notifications_watch_created_at,
    notifications_deleted_at;
ALTER TABLE notifications DROP COLUMN deleted_at;
CREATE INDEX notifications_user_status_created_at ON notifications (user_id, status, created_at DESC);
CREATE INDEX notifications_user_keyword_created_at
    ON notifications (user_id, lower(keyword), created_at DESC);
CREATE INDEX notifications_watch_created_at ON notifications (watch_id, created_at DESC);
