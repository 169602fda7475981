-- Whether the user wants matches to be set aside.
ALTER TABLE users ADD COLUMN sets_aside boolean NOT NULL DEFAULT false;

-- When a user's opinions of matches were last read.
CREATE TABLE learned_users (
    user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    learned_at  timestamptz NOT NULL
);

-- The decisions: matches that were set aside, and the few that were shown all the same, to learn how many of the former
-- were relevant.
CREATE TABLE set_aside (
    notification_id  uuid PRIMARY KEY,
    -- Those of the notification.
    seen_at          timestamptz NOT NULL,
    watch_id         uuid NOT NULL,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    is_shown         boolean NOT NULL
);
CREATE INDEX set_aside_user ON set_aside (user_id, watch_id) INCLUDE (is_shown);
CREATE INDEX set_aside_seen ON set_aside (seen_at);
