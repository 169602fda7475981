-- Why alerts to an address are stopped: null if a mail server refused it while a message was handed over, so that the
-- next accepted message shows that it works again. After a bounce or a complaint, acceptance shows nothing.
ALTER TABLE users ADD COLUMN mail_refused_kind text CHECK (mail_refused_kind IN ('bounce', 'complaint'));

-- What mail servers reported about messages that they had accepted.
CREATE TABLE mail_bounces (
    -- Names the report, so that a repetition of it counts once: the message, or the relay's own id of the event.
    id           text PRIMARY KEY,
    -- Null if no account has the address.
    user_id      uuid REFERENCES users ON DELETE CASCADE,
    kind         text NOT NULL CHECK (kind IN ('hard', 'soft', 'complaint')),
    received_at  timestamptz NOT NULL
);
CREATE INDEX mail_bounces_user ON mail_bounces (user_id, received_at);
CREATE INDEX mail_bounces_received ON mail_bounces (received_at);
