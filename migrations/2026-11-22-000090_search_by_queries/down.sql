ALTER TABLE items DROP COLUMN link, DROP COLUMN flair;

DROP TRIGGER watches_changed ON watches;
CREATE TRIGGER watches_changed
    AFTER UPDATE OF keyword, subreddits, is_active, include_posts, include_comments,
        match_titles_only, case_sensitive, whole_word_only ON watches
    FOR EACH ROW EXECUTE FUNCTION record_watch_change();

ALTER TABLE watches DROP CONSTRAINT watches_keyword_check;
-- As a literal text a query would find something else, so it is kept and finds nothing.
UPDATE watches SET is_active = false, keyword = left(keyword, 200) WHERE mode = 'query';
ALTER TABLE watches
    ADD CONSTRAINT watches_keyword_check CHECK (char_length(keyword) BETWEEN 1 AND 200),
    DROP COLUMN excluded_authors,
    DROP COLUMN excluded_subreddits,
    DROP COLUMN mode;
