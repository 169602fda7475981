-- Keys with which programs call the API for a user. Only the SHA-256 of a key is stored.
CREATE TABLE api_keys (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    hash          bytea NOT NULL CHECK (octet_length(hash) = 32),
    -- The calls that it may make.
    scopes        text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'keywords', 'notifications', 'admin'])
                  CHECK (cardinality(scopes) BETWEEN 1 AND 4),
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    -- Written at most once a minute.
    last_used_at  timestamptz,
    -- When its user was reminded that it soon expires.
    reminded_at   timestamptz
);

CREATE INDEX api_keys_user_id ON api_keys (user_id);
-- For reminders and the clean-up.
CREATE INDEX api_keys_expires_at ON api_keys (expires_at);
