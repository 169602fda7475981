-- Alerts that wait, and items of which no alert is made.

-- Alerts that wait for a time and are then sent as one message: those of an hour, a day or a week, of quiet
-- hours, or of a burst. A recipient has one digest for each moment, whatever made its alerts wait. The
-- recipient is the user's email address (no endpoint) or one endpoint; the digest of an endpoint that is gone
-- is skipped when it is due. There are no foreign keys to users and endpoints: see `deleted_users`.
CREATE TABLE digests (
    id           uuid PRIMARY KEY,
    user_id      uuid NOT NULL,
    endpoint_id  uuid,
    due_at       timestamptz NOT NULL,
    -- When it was made into a message: later alerts belong to the next digest.
    closed_at    timestamptz,
    created_at   timestamptz NOT NULL,
    CONSTRAINT digests_one_per_moment UNIQUE NULLS NOT DISTINCT (user_id, endpoint_id, due_at)
);

CREATE INDEX digests_due_at ON digests (due_at);

CREATE TABLE digest_entries (
    digest_id        uuid NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
    notification_id  uuid NOT NULL,
    seen_at          timestamptz NOT NULL,
    -- The reason for waiting.
    cause            text NOT NULL
                     CHECK (cause IN ('together', 'hourly', 'daily', 'weekly', 'quiet', 'burst', 'snooze')),
    PRIMARY KEY (digest_id, notification_id)
);

-- An item by this author, in this subreddit or thread, or with this word makes no notification.
CREATE TABLE mutes (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Null for all of the user's watches.
    watch_id    uuid REFERENCES watches (id) ON DELETE CASCADE,
    kind        text NOT NULL CHECK (kind IN ('author', 'subreddit', 'thread', 'word')),
    -- Folded, as it is compared; for a thread the forum's id.
    value       text NOT NULL CHECK (char_length(value) BETWEEN 1 AND 200),
    -- As a person reads it; for a thread its title.
    shown       text NOT NULL CHECK (char_length(shown) BETWEEN 1 AND 1000),
    -- Null if it does not expire.
    until       timestamptz,
    created_at  timestamptz NOT NULL,
    CONSTRAINT mutes_one_per_value UNIQUE NULLS NOT DISTINCT (user_id, watch_id, kind, value)
);

CREATE INDEX mutes_watch_id ON mutes (watch_id);
CREATE INDEX mutes_until ON mutes (until) WHERE until IS NOT NULL;
