-- What some watch matched can be searched by its words. That is a small part of what is read from the
-- forum: an index over all of it would cost every page of every listing its time.
ALTER TABLE items ADD COLUMN is_matched boolean NOT NULL DEFAULT false;
UPDATE items SET is_matched = true FROM notifications
    WHERE notifications.item_id = items.id AND notifications.seen_at = items.seen_at
        AND items.gone_at IS NULL;

-- Words as they are written, in any case and any language: no stems, and none is left out. The forum
-- lets a text have 40,000 characters; of many more the words would not fit into one entry, and the
-- ingest would stop. What is gone is not in the index, and its text is purged besides.
CREATE INDEX items_words ON items
    USING gin (to_tsvector('simple', title || ' ' || left(body, 40000)))
    WHERE is_matched AND gone_at IS NULL;

-- A rare word is found among the items of all users, and then who was told of them: with thousands of
-- watchers of one item, each asks for their own.
DROP INDEX notifications_item_id;
CREATE INDEX notifications_item_id ON notifications (item_id, user_id);

-- What a user looks for again and again. Run anew each time; `filters` are those of the call.
CREATE TABLE saved_searches (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name        text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    filters     jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
    created_at  timestamptz NOT NULL
);

CREATE INDEX saved_searches_user_id ON saved_searches (user_id, created_at, id);
