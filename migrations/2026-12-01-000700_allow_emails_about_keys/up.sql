-- Emails about API keys: that one was created, and that one soon expires. The subject is the key.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_known CHECK (
        kind IN ('match', 'digest', 'test', 'coverage_gap', 'endpoint_paused', 'watch_paused', 'verify_email',
                 'reset_password', 'already_registered', 'upgraded', 'password_changed', 'key_created',
                 'key_expires')) NOT VALID;
