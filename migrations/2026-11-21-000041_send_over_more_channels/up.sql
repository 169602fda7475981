-- A message goes to the user's mail address or to one endpoint. The endpoint may be deleted; the
-- message is then skipped, and its row stays for the log.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_channel_check,
    DROP CONSTRAINT outbox_kind_check,
    DROP CONSTRAINT outbox_one_per_subject,
    ADD COLUMN endpoint_id uuid,
    ADD CONSTRAINT outbox_channel_check CHECK
        (channel IN ('mail', 'push', 'webhook', 'slack', 'discord', 'telegram', 'ntfy')),
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'endpoint_paused', 'verify_email', 'reset_password',
                  'already_registered')),
    ADD CONSTRAINT outbox_endpoint_check CHECK ((channel = 'mail') = (endpoint_id IS NULL)),
    ADD CONSTRAINT outbox_one_per_subject UNIQUE NULLS NOT DISTINCT
        (channel, kind, subject_id, endpoint_id);

-- The delivery log of an endpoint, newest first.
CREATE INDEX outbox_endpoint_id_created_at ON outbox (endpoint_id, created_at DESC)
    WHERE endpoint_id IS NOT NULL;
-- What a user is told could not be delivered.
CREATE INDEX outbox_user_id_dead ON outbox (user_id, finished_at DESC) WHERE status = 'dead';

-- The other side's status (HTTP or SMTP), if it gave one.
ALTER TABLE attempts ADD COLUMN status_code integer;
