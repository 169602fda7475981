-- Where alerts go besides mail: browsers that may show them, webhooks and chats.
CREATE TABLE endpoints (
    id              uuid PRIMARY KEY,
    user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    channel         text NOT NULL
                    CHECK (channel IN ('push', 'webhook', 'slack', 'discord', 'telegram', 'ntfy')),
    -- What the user calls it; for a browser the device.
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    -- The address with its keys, encrypted: whoever knows most of them can post there.
    target          bytea NOT NULL,
    -- A keyed hash of the address, so that it is entered once.
    fingerprint     bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- What of the address may be shown: its host.
    shown           text NOT NULL,
    -- The watches whose matches go there; null for all of them.
    watch_ids       uuid[],
    -- Counted up when the user wants a new signing secret: the secret is made from it and the id.
    secret_version  integer NOT NULL DEFAULT 1,
    -- Since when nothing has arrived there, and what was said last; null while it works.
    failing_since   timestamptz,
    last_error      text,
    last_sent_at    timestamptz,
    -- Nothing is sent there while it is paused: by its user, or after days of failures.
    paused_at       timestamptz,
    created_at      timestamptz NOT NULL,
    CONSTRAINT endpoints_one_per_address UNIQUE (user_id, channel, fingerprint)
);
