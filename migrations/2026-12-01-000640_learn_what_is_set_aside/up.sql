-- Whether none of the watch's matches is set aside, even if its user wants that. Tables that others lock in turn are each
-- changed by a migration of their own.
ALTER TABLE watches ADD COLUMN shows_all boolean NOT NULL DEFAULT false;

-- What was learned from a user's opinions about each watch, in the form of `crates/relevance`. It is derived from texts
-- of matches, and learned again every quarter of an hour from those that still exist.
CREATE TABLE learned_watches (
    watch_id  uuid PRIMARY KEY REFERENCES watches ON DELETE CASCADE,
    user_id   uuid NOT NULL REFERENCES learned_users ON DELETE CASCADE,
    model     bytea NOT NULL
);
CREATE INDEX learned_watches_user ON learned_watches (user_id);
