-- The endpoints that alerts are sent to, the messages, and the attempts to send them.

-- The recipients of alerts besides email: browsers that may show them, webhooks and chats.
CREATE TABLE endpoints (
    id              uuid PRIMARY KEY,
    user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    channel         text NOT NULL
                    CHECK (channel IN ('push', 'webhook', 'slack', 'discord', 'telegram', 'ntfy')),
    -- The user's name for it; for a browser the device.
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    -- The address with its keys, encrypted: for most channels it is enough to post there.
    target          bytea NOT NULL,
    -- A keyed hash of the address, so that an address is entered once.
    fingerprint     bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- The part of the address that may be shown: its host.
    shown           text NOT NULL,
    -- The watches whose matches are sent there; null for all of them.
    watch_ids       uuid[],
    -- Goes up when the user wants a new signing secret: the secret is made from it and the id.
    secret_version  integer NOT NULL DEFAULT 1,
    -- The time since which deliveries fail, and the last error. Null while it works.
    failing_since   timestamptz,
    last_error      text,
    last_sent_at    timestamptz,
    -- Nothing is sent there while it is paused: by its user, or after days of failures.
    paused_at       timestamptz,
    created_at      timestamptz NOT NULL,
    -- Nothing is sent there until its hold ends; then one message tries it. Failures and holds are counted
    -- since it last worked.
    failures        integer NOT NULL DEFAULT 0,
    holds           integer NOT NULL DEFAULT 0,
    held_until      timestamptz,
    -- Whether reports about gaps in what its user watches are sent there, too. For webhooks and chats.
    reports_gaps    boolean NOT NULL DEFAULT false,
    CONSTRAINT endpoints_one_per_address UNIQUE (user_id, channel, fingerprint)
);

-- A browser shows the alerts of the user who subscribed it last: if it were also an endpoint of its previous
-- user, it would show that user's alerts to a stranger.
CREATE UNIQUE INDEX endpoints_one_owner_per_browser ON endpoints (fingerprint)
    WHERE channel = 'push';
CREATE INDEX endpoints_reporting_gaps ON endpoints (user_id) WHERE reports_gaps;

-- The queue of a message. Within a lane (email from 0, endpoints from 3) the lower number is sent first:
-- messages about the account, single alerts, digests. Indexes are built on this function, so it is never
-- changed: another order is another function, with indexes of its own.
CREATE FUNCTION outbox_queue(channel text, kind text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN channel = 'mail' THEN 0 ELSE 3 END
         + CASE WHEN kind IN ('match', 'test') THEN 1 WHEN kind = 'digest' THEN 2 ELSE 0 END;

-- Messages to send. A row names its subject and never carries the text: the message is made when it is sent,
-- and a subject that is gone is a success. A message is sent to the user's email address or to one endpoint.
-- The endpoint may be deleted; the message is then skipped, and its row stays for the log. There is no
-- foreign key to users: see `deleted_users`.
CREATE TABLE outbox (
    id               uuid PRIMARY KEY,
    channel          text NOT NULL
                     CHECK (channel IN ('mail', 'push', 'webhook', 'slack', 'discord', 'telegram', 'ntfy')),
    kind             text NOT NULL CHECK (
        kind IN ('match', 'digest', 'test', 'coverage_gap', 'endpoint_paused', 'watch_paused', 'verify_email',
                 'reset_password', 'already_registered', 'upgraded', 'password_changed')),
    user_id          uuid NOT NULL,
    -- The notification or hearing test (match), the digest, the round of gaps (coverage_gap), the endpoint
    -- (endpoint_paused), the watch (watch_paused), the email token (verify_email, reset_password), the user
    -- (already_registered) or the subscription (upgraded). For test and password_changed a number of its own.
    subject_id       uuid NOT NULL,
    -- The partition of a notification; null for the other kinds.
    subject_seen_at  timestamptz,
    status           text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'skipped', 'dead')),
    attempts         integer NOT NULL DEFAULT 0,
    due_at           timestamptz NOT NULL,
    -- The end of the lease of the process that sends the message. `fence` goes up with every claim, and only
    -- the holder of the newest one may write the outcome.
    leased_until     timestamptz,
    fence            bigint NOT NULL DEFAULT 0,
    reason           text,
    created_at       timestamptz NOT NULL,
    finished_at      timestamptz,
    endpoint_id      uuid,
    -- When the user confirmed having seen that the message could not be delivered. Later failures are shown
    -- again.
    dismissed_at     timestamptz,
    -- Claims whose process ended without an answer. They show nothing about the message: counted as attempts,
    -- they would use up the retries of messages that are only waiting for their turn.
    unanswered       integer NOT NULL DEFAULT 0,
    -- The ids of the trace and of the span in which the message was made, 16 and 8 bytes, so that its
    -- delivery belongs to the trace of the poll that found its subject. Null if that trace is not recorded.
    trace_parent     bytea,
    CONSTRAINT outbox_one_per_subject UNIQUE NULLS NOT DISTINCT (channel, kind, subject_id, endpoint_id),
    CONSTRAINT outbox_endpoint_check CHECK ((channel = 'mail') = (endpoint_id IS NULL))
);

-- The oldest messages that are due, of each queue, however many wait in the others.
CREATE INDEX outbox_due_by_queue ON outbox (outbox_queue(channel, kind), due_at)
    WHERE status = 'pending';
-- From one user (and endpoint) to the next, without reading all messages of the first one.
CREATE INDEX outbox_waiting_by_user
    ON outbox (outbox_queue(channel, kind), user_id, endpoint_id, due_at)
    WHERE status = 'pending';
-- The next end of a lease, which a worker asks for whenever it has nothing to do.
CREATE INDEX outbox_leased ON outbox (leased_until)
    WHERE status = 'pending' AND leased_until IS NOT NULL;
CREATE INDEX outbox_user_id ON outbox (user_id);
-- The failed messages that a user is shown.
CREATE INDEX outbox_user_id_dead ON outbox (user_id, finished_at DESC) WHERE status = 'dead';
-- The delivery log of an endpoint, newest first.
CREATE INDEX outbox_endpoint_id_created_at ON outbox (endpoint_id, created_at DESC)
    WHERE endpoint_id IS NOT NULL;
CREATE INDEX outbox_finished_at ON outbox (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE attempts (
    id           uuid PRIMARY KEY,
    outbox_id    uuid NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    number       integer NOT NULL,
    started_at   timestamptz NOT NULL,
    finished_at  timestamptz NOT NULL,
    outcome      text NOT NULL CHECK (outcome IN ('sent', 'skipped', 'retry', 'dead')),
    -- The answer of the other side, without addresses.
    detail       text NOT NULL DEFAULT '',
    -- The other side's status (HTTP or SMTP), if it gave one.
    status_code  integer
);

CREATE INDEX attempts_outbox_id ON attempts (outbox_id, number);
