-- A watch whose regular expressions take too much time is not searched for. The user's own switch,
-- `is_active`, stays as it is.
ALTER TABLE watches
    ADD COLUMN paused_at    timestamptz,
    -- The part of the query that took most of the time.
    ADD COLUMN paused_part  text;

-- What is searched for otherwise than before, or is switched on, gets another chance; and as with a
-- watch that is switched on, nobody asked for what was written meanwhile.
CREATE OR REPLACE FUNCTION note_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.rule_changed_at := NEW.updated_at;
    NEW.paused_at := NULL;
    NEW.paused_part := NULL;
    RETURN NEW;
END
$$;

DROP TRIGGER watches_changed ON watches;
CREATE TRIGGER watches_changed
    AFTER UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, is_active,
        include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only, paused_at
    ON watches FOR EACH ROW EXECUTE FUNCTION record_watch_change();

-- The mail that says so; its subject is the watch.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'endpoint_paused', 'watch_paused', 'verify_email',
                  'reset_password', 'already_registered', 'upgraded', 'password_changed')) NOT VALID;
