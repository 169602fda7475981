-- A session is a family of refresh tokens: each refresh replaces the last token, and the use of one
-- that was replaced long ago means that somebody else holds a copy, so the family ends.
CREATE TABLE sessions (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    user_agent    text NOT NULL DEFAULT '',
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_used_at  timestamptz NOT NULL DEFAULT now(),
    revoked_at    timestamptz
);

CREATE INDEX sessions_user_id ON sessions (user_id);

-- Only the SHA-256 of a token is stored.
CREATE TABLE refresh_tokens (
    token_hash   bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    session_id   uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    replaced_at  timestamptz
);

CREATE INDEX refresh_tokens_session_id ON refresh_tokens (session_id);

-- Links sent by mail. One live link a user and purpose: a newer one takes the older one's place.
-- The token itself is never stored: the mail is made from `id` and the server's secret when it is
-- sent, and only its hash is compared.
CREATE TABLE email_tokens (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose     text NOT NULL CHECK (purpose IN ('verify', 'reset')),
    token_hash  bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    email       text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    expires_at  timestamptz NOT NULL,
    used_at     timestamptz,
    CONSTRAINT email_tokens_one_per_purpose UNIQUE (user_id, purpose),
    CONSTRAINT email_tokens_token_hash_key UNIQUE (token_hash)
);
