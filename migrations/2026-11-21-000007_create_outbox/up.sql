-- What is still to be sent. A row names what it is about and never carries the text: the message is
-- made when it is sent, and a subject that has gone is a success.
CREATE TABLE outbox (
    id               uuid PRIMARY KEY,
    channel          text NOT NULL CHECK (channel IN ('mail')),
    kind             text NOT NULL CHECK (kind IN ('match', 'verify_email', 'reset_password', 'already_registered')),
    user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The notification (kind match) or the email token (verify_email, reset_password), else the user.
    subject_id       uuid NOT NULL,
    -- The partition of a notification; null for the other kinds.
    subject_seen_at  timestamptz,
    status           text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'skipped', 'dead')),
    attempts         integer NOT NULL DEFAULT 0,
    due_at           timestamptz NOT NULL,
    -- A lease: who works on it until when. `fence` goes up with every claim, and only the holder of
    -- the newest one may write the outcome.
    leased_until     timestamptz,
    fence            bigint NOT NULL DEFAULT 0,
    reason           text,
    created_at       timestamptz NOT NULL,
    finished_at      timestamptz,
    CONSTRAINT outbox_one_per_subject UNIQUE (channel, kind, subject_id)
);

CREATE INDEX outbox_due ON outbox (due_at) WHERE status = 'pending';
CREATE INDEX outbox_user_id ON outbox (user_id);
CREATE INDEX outbox_finished_at ON outbox (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE attempts (
    id           uuid PRIMARY KEY,
    outbox_id    uuid NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    number       integer NOT NULL,
    started_at   timestamptz NOT NULL,
    finished_at  timestamptz NOT NULL,
    outcome      text NOT NULL CHECK (outcome IN ('sent', 'skipped', 'retry', 'dead')),
    -- What the other side said, without addresses.
    detail       text NOT NULL DEFAULT ''
);

CREATE INDEX attempts_outbox_id ON attempts (outbox_id, number);
