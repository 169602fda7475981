-- Invitations to make an account, where registration asks for one. Only the SHA-256 of a token is stored.
CREATE TABLE invitations (
    id          uuid PRIMARY KEY,
    token_hash  bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    -- Whom it is for; null for anybody.
    email       text,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    -- The account of the address that it was used with: new, or there already, since nobody is to learn
    -- which. That address may use it again. It goes with the account.
    used_by     uuid REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX invitations_used_by ON invitations (used_by);
