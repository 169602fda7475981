-- A watch looks for a literal text, or for a query; and it may pass over subreddits and authors.
ALTER TABLE watches
    ADD COLUMN mode                 text NOT NULL DEFAULT 'literal' CHECK (mode IN ('literal', 'query')),
    ADD COLUMN excluded_subreddits  text[] NOT NULL DEFAULT '{}'
                                    CHECK (cardinality(excluded_subreddits) <= 100),
    ADD COLUMN excluded_authors     text[] NOT NULL DEFAULT '{}'
                                    CHECK (cardinality(excluded_authors) <= 100),
    DROP CONSTRAINT watches_keyword_check;

-- Notifications carry the keyword in an index, whose entries hold 2,700 bytes, and in lower case, which
-- can be half as long again: a longer query would stop the ingest.
ALTER TABLE watches ADD CONSTRAINT watches_keyword_check CHECK (
    CASE mode
        WHEN 'literal' THEN char_length(keyword) BETWEEN 1 AND 200
        ELSE char_length(keyword) BETWEEN 1 AND 1000 AND octet_length(keyword) <= 1500
    END);

DROP TRIGGER watches_changed ON watches;
CREATE TRIGGER watches_changed
    AFTER UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, is_active,
        include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only ON watches
    FOR EACH ROW EXECUTE FUNCTION record_watch_change();

-- What queries can ask for besides.
ALTER TABLE items
    -- The label of a post.
    ADD COLUMN flair  text NOT NULL DEFAULT '',
    -- Where a post leads that is a link; `url` is the item's own page.
    ADD COLUMN link   text NOT NULL DEFAULT '';
