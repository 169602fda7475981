-- A watch looks from the moment its rule took its present form. `updated_at` also moves with tags,
-- notes and the frequency of mail, which say nothing about what matches.
ALTER TABLE watches ADD COLUMN rule_changed_at timestamptz NOT NULL DEFAULT now();
UPDATE watches SET rule_changed_at = updated_at;

-- The time is the writer's: `updated_at` comes from its clock.
CREATE FUNCTION note_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.rule_changed_at := NEW.updated_at;
    RETURN NEW;
END
$$;

CREATE TRIGGER watches_rule_made BEFORE INSERT ON watches
    FOR EACH ROW EXECUTE FUNCTION note_rule_change();

-- A watch that is switched on begins anew: nobody asked for what was written while it was off.
-- Names are compared without case, since they are stored in the forum's spelling as soon as that is
-- known.
CREATE TRIGGER watches_rule_changed
    BEFORE UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, is_active,
        include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only ON watches
    FOR EACH ROW
    WHEN (NEW.is_active AND NOT OLD.is_active OR
        (OLD.keyword, OLD.mode, lower(OLD.subreddits::text), lower(OLD.excluded_subreddits::text),
            lower(OLD.excluded_authors::text), OLD.include_posts, OLD.include_comments,
            OLD.match_titles_only, OLD.case_sensitive, OLD.whole_word_only)
        IS DISTINCT FROM
        (NEW.keyword, NEW.mode, lower(NEW.subreddits::text), lower(NEW.excluded_subreddits::text),
            lower(NEW.excluded_authors::text), NEW.include_posts, NEW.include_comments,
            NEW.match_titles_only, NEW.case_sensitive, NEW.whole_word_only))
    EXECUTE FUNCTION note_rule_change();
