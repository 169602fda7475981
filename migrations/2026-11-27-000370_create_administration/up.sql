-- The administration of an instance, and the processes that it consists of.

-- Before 0.1.0 the schema was made in smaller steps, and the twelve versions of today are among theirs: a
-- database with all of those steps has the same schema and runs none of these files. A database with only
-- some of them comes here, with more versions than the eleven before this one.
DO $$
BEGIN
    IF (SELECT count(*) FROM __diesel_schema_migrations) > 11 THEN
        RAISE EXCEPTION 'this database is from a development version before 0.1.0, and must first be brought up to date '
            'by the last of those versions: run "harken migrate" of commit 1865cb71, then start this version again';
    END IF;
END
$$;

-- Settings that administrators make on their page. Null means that nothing is set, so that the default holds.
-- The configuration takes precedence.
CREATE TABLE instance_settings (
    -- There is one row.
    is_only          boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    registration     text CHECK (registration IN ('open', 'invite', 'closed')),
    max_accounts     integer CHECK (max_accounts > 0),
    max_watches      integer CHECK (max_watches > 0),
    max_patterns     integer CHECK (max_patterns > 0),
    has_status_page  boolean,
    -- A text that all users are shown until it is withdrawn, or until the given time.
    announcement     text CHECK (length(announcement) BETWEEN 1 AND 500),
    announced_at     timestamptz,
    announced_until  timestamptz,
    CHECK ((announcement IS NULL) = (announced_at IS NULL)),
    CHECK (announced_until IS NULL OR announced_at IS NOT NULL)
);

INSERT INTO instance_settings DEFAULT VALUES;

-- The tokens of links to the setup page, hashed. The operator who starts the server sees the links; the first
-- one that is used ends all of them.
CREATE TABLE setup_keys (
    token_hash  bytea PRIMARY KEY,
    created_at  timestamptz NOT NULL
);

-- Invitations to make an account, where registration needs one. Only the SHA-256 of a token is stored.
CREATE TABLE invitations (
    id          uuid PRIMARY KEY,
    token_hash  bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    -- The address that it is for; null for any.
    email       text,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    -- The account of the address that used it. The account is new or existed before, since nobody may learn
    -- which. The same address may use the invitation again. The invitation is deleted with the account.
    used_by     uuid REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX invitations_used_by ON invitations (used_by);

-- The acts of administrators and of the command line, written in the transaction of the act. It contains ids
-- and numbers, no addresses, texts or secrets, and outlives the accounts that it names.
CREATE TABLE audit_log (
    id          uuid PRIMARY KEY,
    at          timestamptz NOT NULL,
    -- The administrator; null for the command line.
    actor_id    uuid,
    act         text NOT NULL CHECK (act IN (
        'account_added', 'administrator_promoted', 'administrator_demoted', 'account_invited', 'account_suspended',
        'account_unsuspended', 'account_deleted', 'password_set', 'payment_refunded', 'messages_replayed',
        'settings_changed', 'announcement_published', 'announcement_withdrawn')),
    -- The account that the act is about, if any.
    subject_id  uuid,
    details     jsonb NOT NULL CHECK (length(details::text) <= 1000)
);

-- For the clean-up.
CREATE INDEX audit_log_at ON audit_log (at);

-- The processes of this instance, for the page for administrators. Each writes its row every few seconds, and
-- deletes it when it stops. The row of a process that was killed is no longer updated, and the clean-up
-- deletes it.
CREATE TABLE processes (
    id          uuid PRIMARY KEY,
    version     text NOT NULL CHECK (length(version) <= 100),
    serves_api  boolean NOT NULL,
    ingests     boolean NOT NULL,
    delivers    boolean NOT NULL,
    started_at  timestamptz NOT NULL,
    seen_at     timestamptz NOT NULL,
    matches     boolean NOT NULL DEFAULT false
);

-- The shards that match items where NATS carries them (`bus.url`): each has the watches of its part of the
-- users, and is held by one process. Without NATS this table is not used.
CREATE TABLE match_shards (
    shard         integer PRIMARY KEY CHECK (shard >= 0),
    -- The number of parts into which the users are divided: the same in all rows.
    shards        integer NOT NULL CHECK (shards BETWEEN 1 AND 64),
    -- The position in the log of items up to which all matches of its watches are stored.
    position      bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
    -- When NATS created that log, in microseconds since 1970: a position is not valid for another log.
    log_made_at   bigint NOT NULL DEFAULT 0,
    holder        uuid,
    leased_until  timestamptz,
    -- Goes up with every holder, so that a process whose lease has passed to another writes nothing any more.
    fence         bigint NOT NULL DEFAULT 0,
    CHECK (shard < shards),
    CHECK ((holder IS NULL) = (leased_until IS NULL))
);

INSERT INTO match_shards (shard, shards) VALUES (0, 1);
