-- What users listen for.
CREATE TABLE watches (
    id                    uuid PRIMARY KEY,
    user_id               uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    keyword               text NOT NULL CHECK (char_length(keyword) BETWEEN 1 AND 200),
    subreddits            text[] NOT NULL CHECK (cardinality(subreddits) BETWEEN 1 AND 100),
    is_active             boolean NOT NULL DEFAULT true,
    match_count           bigint NOT NULL DEFAULT 0,
    tags                  text[] NOT NULL DEFAULT '{}',
    notes                 text NOT NULL DEFAULT '',
    include_posts         boolean NOT NULL DEFAULT true,
    include_comments      boolean NOT NULL DEFAULT true,
    match_titles_only     boolean NOT NULL DEFAULT false,
    case_sensitive        boolean NOT NULL DEFAULT false,
    whole_word_only       boolean NOT NULL DEFAULT false,
    browser_notification  boolean NOT NULL DEFAULT true,
    email_notification    boolean NOT NULL DEFAULT false,
    frequency             text NOT NULL DEFAULT 'realtime'
                          CHECK (frequency IN ('realtime', 'hourly', 'daily', 'weekly')),
    created_at            timestamptz NOT NULL DEFAULT now(),
    updated_at            timestamptz NOT NULL DEFAULT now()
);

-- The keywords screen: one user's watches, newest first.
CREATE INDEX watches_user_id_created_at ON watches (user_id, created_at DESC, id DESC);

-- Every change that can alter what matches, for the matchers that run in other processes. A reader
-- asks for the transactions that ended since its last look, by transaction id, so that a slow
-- writer's row is never passed over the way a sequence number could be.
CREATE TABLE watch_changes (
    transaction_id  bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
    watch_id        uuid NOT NULL,
    changed_at      timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX watch_changes_transaction_id ON watch_changes (transaction_id);
CREATE INDEX watch_changes_changed_at ON watch_changes (changed_at);

CREATE FUNCTION record_watch_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) VALUES (coalesce(NEW.id, OLD.id));
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER watches_created_or_deleted AFTER INSERT OR DELETE ON watches
    FOR EACH ROW EXECUTE FUNCTION record_watch_change();

-- match_count moves with every match and matters to no matcher, so it is not in this list.
CREATE TRIGGER watches_changed
    AFTER UPDATE OF keyword, subreddits, is_active, include_posts, include_comments,
        match_titles_only, case_sensitive, whole_word_only ON watches
    FOR EACH ROW EXECUTE FUNCTION record_watch_change();
