ALTER TABLE notifications ADD CONSTRAINT notifications_watch_item_key UNIQUE (watch_id, item_id, seen_at);
CREATE INDEX notifications_item_id ON notifications (item_id, user_id);
CREATE INDEX notifications_user_created_at
    ON notifications (user_id, created_at DESC, seq DESC) WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_status_created_at
    ON notifications (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword) WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_keyword_created_at
    ON notifications (user_id, lower(keyword), status, created_at DESC, seq DESC) WHERE deleted_at IS NULL;
CREATE INDEX notifications_watch_created_at ON notifications (watch_id, created_at DESC) WHERE deleted_at IS NULL;
