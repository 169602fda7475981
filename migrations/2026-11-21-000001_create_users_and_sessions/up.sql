-- Accounts, and everything by which a person signs in.

-- The address is kept as typed, with its domain in lower case. Uniqueness ignores case, because people type
-- their own address in more than one way.
CREATE TABLE users (
    id                   uuid PRIMARY KEY,
    email                text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
    password_hash        text NOT NULL,
    first_name           text NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name            text NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 100),
    email_verified_at    timestamptz,
    plan                 text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'pro')),
    subscription_status  text NOT NULL DEFAULT 'active',
    email_notifications  boolean NOT NULL DEFAULT true,
    email_frequency      text NOT NULL DEFAULT 'realtime'
                         CHECK (email_frequency IN ('realtime', 'hourly', 'daily', 'weekly')),
    theme                text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
    time_zone            text NOT NULL DEFAULT 'UTC',
    created_at           timestamptz NOT NULL DEFAULT now(),
    updated_at           timestamptz NOT NULL DEFAULT now(),
    -- Quiet hours, in minutes after midnight in the user's time zone. They may span midnight.
    quiet_from           integer CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_until          integer CHECK (quiet_until BETWEEN 0 AND 1439),
    -- A watch that matches more often than this in an hour folds the rest into one message.
    burst_limit          integer NOT NULL DEFAULT 20 CHECK (burst_limit BETWEEN 1 AND 1000),
    snoozed_until        timestamptz,
    -- When the mail server refused the address for good, and its answer. No alert is mailed until the user
    -- asks for another attempt.
    mail_refused_at      timestamptz,
    mail_refused_reason  text,
    -- Goes up when the user wants new feed addresses: they are made from it and the id.
    feed_version         integer NOT NULL DEFAULT 1,
    -- The number of passwords that the account has had. A token that was issued under a password, such as the
    -- one by which a browser is recognized, carries this number and so ends with that password.
    password_version     integer NOT NULL DEFAULT 1,
    -- Whether the dashboard still offers the first steps.
    first_steps          boolean NOT NULL DEFAULT false,
    -- Whether the user may use the page for administrators and the calls below `/api/admin`. The first
    -- account, which the operator of the server makes, has this right. Registration gives it to nobody.
    is_administrator     boolean NOT NULL DEFAULT false,
    -- When an administrator suspended the account: nobody can sign in to it, its keywords are not searched
    -- for and nothing is sent to it. All of its data is kept.
    suspended_at         timestamptz,
    CONSTRAINT users_quiet_hours_check
        CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until)
);

CREATE UNIQUE INDEX users_email_key ON users (lower(email));
-- Administrators search for accounts by the beginning of the address. The order is that of code points: the
-- index above may be in the order of the database's language, in which a beginning is no range.
CREATE INDEX users_by_email ON users ((lower(email) COLLATE "C"));
-- A handful among all accounts.
CREATE INDEX users_administrators ON users (id) WHERE is_administrator;

-- Accounts of which rows may be left. An account is deleted at once, and the large number of rows about it in
-- batches afterwards: ingest, which locks the rows of users, does not wait for the deletion of a million
-- notifications. This is why notifications, their counts, messages and digests have no foreign key to users.
-- A transaction that makes notifications holds the user's row until the commit, so that each of them exists
-- before the user is deleted.
CREATE TABLE deleted_users (
    id          uuid PRIMARY KEY,
    deleted_at  timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION remember_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_users (id) VALUES (OLD.id);
    PERFORM pg_notify('user_deleted', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER users_deleted AFTER DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION remember_deleted_user();

-- A session is a family of refresh tokens: each refresh replaces the last token. The use of a token that was
-- replaced long ago means that somebody else holds a copy, so it ends the family.
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

-- Links sent by email. A user has one live link for each purpose: a newer one replaces the older one. The
-- token itself is never stored: it is made from `id` and the server's secret when the email is sent, and only
-- its hash is compared.
CREATE TABLE email_tokens (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose       text NOT NULL CHECK (purpose IN ('verify', 'reset')),
    token_hash    bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    email         text NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),
    expires_at    timestamptz NOT NULL,
    used_at       timestamptz,
    -- The choices made at a registration (password hash, names, time zone, time). They belong to the link
    -- that is mailed for it: a person who follows a link gets the password of that link's registration, and
    -- not one that a stranger chose earlier. Null for links that no registration asked for.
    registration  jsonb,
    CONSTRAINT email_tokens_one_per_purpose UNIQUE (user_id, purpose),
    CONSTRAINT email_tokens_token_hash_key UNIQUE (token_hash),
    CONSTRAINT email_tokens_registration_check CHECK (registration IS NULL OR purpose = 'verify')
);

-- Emails that somebody asked for by an address. The row is written before the address is looked up, so that
-- the response takes the same time whether or not there is an account. It is deleted in the transaction that
-- makes the message.
CREATE TABLE mail_requests (
    id            uuid PRIMARY KEY,
    wanted        text NOT NULL CHECK (wanted IN ('registration', 'verification', 'reset')),
    email         text NOT NULL,
    created_at    timestamptz NOT NULL,
    -- As in `email_tokens`.
    registration  jsonb,
    -- A request for which no message can be made is tried again later, after growing pauses, and does not
    -- delay the others.
    failures      integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    due_at        timestamptz NOT NULL,
    CONSTRAINT mail_requests_registration_check CHECK (registration IS NULL OR wanted = 'registration')
);

CREATE INDEX mail_requests_created_at ON mail_requests (created_at);
CREATE INDEX mail_requests_due_at ON mail_requests (due_at);

-- Counters of attempts in fixed windows, shared by all processes and kept over a restart. The key is a hash,
-- so that no address of a person or a machine is stored.
CREATE TABLE rate_limits (
    class         text NOT NULL,
    key_hash      bytea NOT NULL,
    window_start  timestamptz NOT NULL,
    count         integer NOT NULL,
    PRIMARY KEY (class, key_hash, window_start)
);

CREATE INDEX rate_limits_window_start ON rate_limits (window_start);
