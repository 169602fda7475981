-- Webhooks and chats that ask for it are sent what may be missing of what their user watches.
ALTER TABLE endpoints ADD COLUMN reports_gaps boolean NOT NULL DEFAULT false;
CREATE INDEX endpoints_reporting_gaps ON endpoints (user_id) WHERE reports_gaps;

-- The message about them; its subject is the round.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'coverage_gap', 'endpoint_paused', 'watch_paused',
                  'verify_email', 'reset_password', 'already_registered', 'upgraded',
                  'password_changed')) NOT VALID;
