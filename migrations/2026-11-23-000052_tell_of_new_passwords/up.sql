-- The mail that tells of a new password; its subject is a number of its own.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'endpoint_paused', 'verify_email', 'reset_password',
                  'already_registered', 'upgraded', 'password_changed'));
