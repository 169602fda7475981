-- Alerts that wait for a time and then go out as one message: those of an hour, a day or a week, of
-- quiet hours, or of a burst. One digest a receiver and moment, whatever made its alerts wait:
-- the receiver is the user's mail address (no endpoint) or one endpoint.
CREATE TABLE digests (
    id           uuid PRIMARY KEY,
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    endpoint_id  uuid REFERENCES endpoints (id) ON DELETE CASCADE,
    due_at       timestamptz NOT NULL,
    -- Set when it is made up: what comes later goes into the next one.
    closed_at    timestamptz,
    created_at   timestamptz NOT NULL,
    CONSTRAINT digests_one_per_moment UNIQUE NULLS NOT DISTINCT (user_id, endpoint_id, due_at)
);

CREATE INDEX digests_due_at ON digests (due_at);

CREATE TABLE digest_entries (
    digest_id        uuid NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
    notification_id  uuid NOT NULL,
    seen_at          timestamptz NOT NULL,
    -- Why it waited.
    cause            text NOT NULL
                     CHECK (cause IN ('together', 'hourly', 'daily', 'weekly', 'quiet', 'burst', 'snooze')),
    PRIMARY KEY (digest_id, notification_id)
);

-- When alerts wait. Quiet hours are minutes after midnight in the user's time zone; they may pass
-- midnight. A watch that matches more than `burst_limit` times in an hour folds the rest into one
-- message.
ALTER TABLE users
    ADD COLUMN quiet_from     integer CHECK (quiet_from BETWEEN 0 AND 1439),
    ADD COLUMN quiet_until    integer CHECK (quiet_until BETWEEN 0 AND 1439),
    ADD COLUMN burst_limit    integer NOT NULL DEFAULT 20 CHECK (burst_limit BETWEEN 1 AND 1000),
    ADD COLUMN snoozed_until  timestamptz,
    -- The mail server refused the address for good, and what it said: no alert is mailed until the
    -- user asks for another try.
    ADD COLUMN mail_refused_at      timestamptz,
    ADD COLUMN mail_refused_reason  text,
    -- Counted up when the user wants new feed addresses: they are made from it and the id.
    ADD COLUMN feed_version   integer NOT NULL DEFAULT 1,
    ADD CONSTRAINT users_quiet_hours_check
        CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until);

ALTER TABLE watches ADD COLUMN snoozed_until timestamptz;
