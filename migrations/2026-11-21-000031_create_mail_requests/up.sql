-- Mails that somebody asked for by an address: noted down before it is looked up whether the address
-- has an account, so that the answer takes the same time for every address. A row is dropped in the
-- transaction that makes its mail.
CREATE TABLE mail_requests (
    id          uuid PRIMARY KEY,
    wanted      text NOT NULL CHECK (wanted IN ('registration', 'verification', 'reset')),
    email       text NOT NULL,
    created_at  timestamptz NOT NULL
);

CREATE INDEX mail_requests_created_at ON mail_requests (created_at);
