DELETE FROM outbox WHERE channel <> 'mail' OR kind IN ('digest', 'test', 'endpoint_paused');
ALTER TABLE attempts DROP COLUMN status_code;
DROP INDEX outbox_user_id_dead, outbox_endpoint_id_created_at;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_one_per_subject,
    DROP CONSTRAINT outbox_endpoint_check,
    DROP CONSTRAINT outbox_kind_check,
    DROP CONSTRAINT outbox_channel_check,
    DROP COLUMN endpoint_id,
    ADD CONSTRAINT outbox_channel_check CHECK (channel IN ('mail')),
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'verify_email', 'reset_password', 'already_registered')),
    ADD CONSTRAINT outbox_one_per_subject UNIQUE (channel, kind, subject_id);
