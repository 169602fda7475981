-- Who may use the page for administrators and the calls below `/api/admin`. The first account that whoever runs
-- the server makes is one; registering makes nobody one.
ALTER TABLE users ADD COLUMN is_administrator boolean NOT NULL DEFAULT false;

-- A handful among all accounts.
CREATE INDEX users_administrators ON users (id) WHERE is_administrator;

-- What administrators and the command line did, written in the transaction that does it. It has ids and numbers,
-- no addresses, texts or secrets, and outlives the accounts that it names.
CREATE TABLE audit_log (
    id          uuid PRIMARY KEY,
    at          timestamptz NOT NULL,
    -- The administrator; null for the command line.
    actor_id    uuid,
    act         text NOT NULL CHECK (act IN (
        'account_added', 'administrator_promoted', 'administrator_demoted', 'account_invited', 'account_suspended',
        'account_unsuspended', 'account_deleted', 'password_set', 'payment_refunded', 'messages_replayed')),
    -- The account that it is about, if it is about one.
    subject_id  uuid,
    details     jsonb NOT NULL CHECK (length(details::text) <= 1000)
);

-- For the clean-up.
CREATE INDEX audit_log_at ON audit_log (at);
