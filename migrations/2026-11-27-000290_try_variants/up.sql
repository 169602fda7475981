-- Variants: another rule for a keyword, searched for beside its own. Nobody is alerted of what it finds; what it finds
-- and the keyword does not is counted. It searches where the keyword does. One a keyword, which the key says.
CREATE TABLE watch_variants (
    -- The matcher knows a variant by the watch's id with this bit set (`watches/variants.rs`).
    watch_id              uuid PRIMARY KEY REFERENCES watches ON DELETE CASCADE
                          CHECK (get_byte(uuid_send(watch_id), 6) < 128),
    user_id               uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    keyword               text NOT NULL,
    mode                  text NOT NULL CHECK (mode IN ('literal', 'query')),
    excluded_subreddits   text[] NOT NULL,
    excluded_authors      text[] NOT NULL,
    include_posts         boolean NOT NULL,
    include_comments      boolean NOT NULL,
    match_titles_only     boolean NOT NULL,
    case_sensitive        boolean NOT NULL,
    whole_word_only       boolean NOT NULL,
    started_at            timestamptz NOT NULL,
    -- Since then it is not searched for: its time is over, or it costs too much.
    ended_at              timestamptz,
    -- The part of its query that costs most, if that is why.
    expensive_part        text CHECK (expensive_part IS NULL OR ended_at IS NOT NULL),
    -- What it found and the keyword did not.
    added                 bigint NOT NULL DEFAULT 0,
    -- The latest of these, by id and when they were seen: they are kept as all that no keyword matches.
    latest                jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX watch_variants_user_id ON watch_variants (user_id);

CREATE FUNCTION record_variant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) VALUES (coalesce(NEW.watch_id, OLD.watch_id));
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;

-- Counts move with what is found and matter to no matcher.
CREATE TRIGGER watch_variants_changed
    AFTER INSERT OR DELETE OR UPDATE OF keyword, mode, excluded_subreddits, excluded_authors, include_posts,
        include_comments, match_titles_only, case_sensitive, whole_word_only, ended_at
    ON watch_variants FOR EACH ROW EXECUTE FUNCTION record_variant_change();

-- Once the keyword's own rule is another, what was counted compares with nothing that is there.
CREATE FUNCTION end_variant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM watch_variants WHERE watch_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER watches_end_variant
    AFTER UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, include_posts,
        include_comments, match_titles_only, case_sensitive, whole_word_only ON watches
    FOR EACH ROW
    WHEN ((OLD.keyword, OLD.mode, lower(OLD.subreddits::text), lower(OLD.excluded_subreddits::text),
            lower(OLD.excluded_authors::text), OLD.include_posts, OLD.include_comments,
            OLD.match_titles_only, OLD.case_sensitive, OLD.whole_word_only)
        IS DISTINCT FROM
        (NEW.keyword, NEW.mode, lower(NEW.subreddits::text), lower(NEW.excluded_subreddits::text),
            lower(NEW.excluded_authors::text), NEW.include_posts, NEW.include_comments,
            NEW.match_titles_only, NEW.case_sensitive, NEW.whole_word_only))
    EXECUTE FUNCTION end_variant();
