DELETE FROM outbox WHERE kind IN ('key_created', 'key_expires');
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_known,
    ADD CONSTRAINT outbox_kind_check CHECK (
        kind IN ('match', 'digest', 'test', 'coverage_gap', 'endpoint_paused', 'watch_paused', 'verify_email',
                 'reset_password', 'already_registered', 'upgraded', 'password_changed'));
