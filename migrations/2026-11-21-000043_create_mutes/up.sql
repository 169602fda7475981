-- What a user does not want to be told of: an item by this author, in this subreddit or thread, or
-- with this word makes no notification.
CREATE TABLE mutes (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Null for all of the user's watches.
    watch_id    uuid REFERENCES watches (id) ON DELETE CASCADE,
    kind        text NOT NULL CHECK (kind IN ('author', 'subreddit', 'thread', 'word')),
    -- Folded, as it is compared; of a thread the forum's id.
    value       text NOT NULL CHECK (char_length(value) BETWEEN 1 AND 200),
    -- As a person reads it; of a thread its title.
    shown       text NOT NULL CHECK (char_length(shown) BETWEEN 1 AND 1000),
    -- Null for good.
    until       timestamptz,
    created_at  timestamptz NOT NULL,
    CONSTRAINT mutes_one_per_value UNIQUE NULLS NOT DISTINCT (user_id, watch_id, kind, value)
);
CREATE INDEX mutes_watch_id ON mutes (watch_id);
CREATE INDEX mutes_until ON mutes (until) WHERE until IS NOT NULL;

-- Which mute cleaned a notification up, so that this can be undone; and what the user called beside
-- the point.
ALTER TABLE notifications
    ADD COLUMN muted_by uuid,
    ADD COLUMN not_relevant_at timestamptz;
