-- Matches with a star, a note or a snooze of their user. A table of its own: few matches have one, and each change of a
-- notification writes a new version of its row.
CREATE TABLE kept_matches (
    notification_id  uuid PRIMARY KEY,
    -- Those of the notification, for its partition and for its list.
    seen_at          timestamptz NOT NULL,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    is_starred       boolean NOT NULL,
    note             text NOT NULL CHECK (char_length(note) <= 2000),
    -- When a snoozed match becomes unread again.
    returns_at       timestamptz,
    CONSTRAINT kept_matches_why CHECK (is_starred OR note <> '' OR returns_at IS NOT NULL)
);
CREATE INDEX kept_matches_user ON kept_matches (user_id, notification_id);
CREATE INDEX kept_matches_returns ON kept_matches (returns_at) WHERE returns_at IS NOT NULL;
CREATE INDEX kept_matches_seen ON kept_matches (seen_at);
