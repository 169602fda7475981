DROP TRIGGER users_deleted ON users;
DROP FUNCTION remember_deleted_user();

DELETE FROM digests WHERE NOT EXISTS (SELECT FROM users WHERE id = user_id)
    OR endpoint_id IS NOT NULL AND NOT EXISTS (SELECT FROM endpoints WHERE id = endpoint_id);
DELETE FROM outbox WHERE NOT EXISTS (SELECT FROM users WHERE id = user_id);
DELETE FROM notification_counts WHERE NOT EXISTS (SELECT FROM users WHERE id = user_id);
DELETE FROM notifications WHERE NOT EXISTS (SELECT FROM users WHERE id = user_id);
DROP TABLE deleted_users;

ALTER TABLE digests
    ADD CONSTRAINT digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    ADD CONSTRAINT digests_endpoint_id_fkey
        FOREIGN KEY (endpoint_id) REFERENCES endpoints (id) ON DELETE CASCADE;
ALTER TABLE outbox
    ADD CONSTRAINT outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE notification_counts ADD CONSTRAINT notification_counts_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
