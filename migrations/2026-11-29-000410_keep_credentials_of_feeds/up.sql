-- User names and passwords of feeds, which are encrypted with the server's secret. A feed with credentials is its
-- user's own, although others may follow the same address without them: its address in `feeds` ends with `#` and
-- the user's id, which no address that anybody enters has, and which is never sent.
CREATE TABLE feed_credentials (
    feed_id  uuid PRIMARY KEY REFERENCES feeds ON DELETE CASCADE,
    user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    sealed   bytea NOT NULL CHECK (octet_length(sealed) <= 4000)
);

CREATE INDEX feed_credentials_by_user ON feed_credentials (user_id);
