DELETE FROM outbox WHERE kind = 'watch_paused';
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'endpoint_paused', 'verify_email', 'reset_password',
                  'already_registered', 'upgraded', 'password_changed'));

CREATE OR REPLACE FUNCTION note_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.rule_changed_at := NEW.updated_at;
    RETURN NEW;
END
$$;

DROP TRIGGER watches_changed ON watches;
CREATE TRIGGER watches_changed
    AFTER UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, is_active,
        include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only ON watches
    FOR EACH ROW EXECUTE FUNCTION record_watch_change();

ALTER TABLE watches DROP COLUMN paused_part, DROP COLUMN paused_at;
