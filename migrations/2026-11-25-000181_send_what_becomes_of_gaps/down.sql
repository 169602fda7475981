DELETE FROM outbox WHERE kind = 'coverage_gap';
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'endpoint_paused', 'watch_paused', 'verify_email',
                  'reset_password', 'already_registered', 'upgraded', 'password_changed'));
ALTER TABLE endpoints DROP COLUMN reports_gaps;
