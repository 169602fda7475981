-- Who may sign in. The address is kept as typed (domain lower-cased); uniqueness ignores case,
-- because people type their own address in more than one way.
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
    updated_at           timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX users_email_key ON users (lower(email));
