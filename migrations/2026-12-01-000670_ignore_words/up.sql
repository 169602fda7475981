-- Words, places and authors that no longer count against the matches of a watch.
CREATE TABLE ignored_words (
    watch_id    uuid NOT NULL REFERENCES watches ON DELETE CASCADE,
    word        text NOT NULL,
    ignored_at  timestamptz NOT NULL,
    PRIMARY KEY (watch_id, word)
);
