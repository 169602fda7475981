-- Watches, and the log of changes by which matchers follow them.

-- `keyword` is a text or, by `mode`, a query.
CREATE TABLE watches (
    id                     uuid PRIMARY KEY,
    user_id                uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    keyword                text NOT NULL,
    subreddits             text[] NOT NULL CHECK (cardinality(subreddits) BETWEEN 1 AND 100),
    is_active              boolean NOT NULL DEFAULT true,
    match_count            bigint NOT NULL DEFAULT 0,
    tags                   text[] NOT NULL DEFAULT '{}',
    notes                  text NOT NULL DEFAULT '',
    include_posts          boolean NOT NULL DEFAULT true,
    include_comments       boolean NOT NULL DEFAULT true,
    match_titles_only      boolean NOT NULL DEFAULT false,
    case_sensitive         boolean NOT NULL DEFAULT false,
    whole_word_only        boolean NOT NULL DEFAULT false,
    browser_notification   boolean NOT NULL DEFAULT true,
    email_notification     boolean NOT NULL DEFAULT false,
    frequency              text NOT NULL DEFAULT 'realtime'
                           CHECK (frequency IN ('realtime', 'hourly', 'daily', 'weekly')),
    created_at             timestamptz NOT NULL DEFAULT now(),
    updated_at             timestamptz NOT NULL DEFAULT now(),
    snoozed_until          timestamptz,
    -- When the watch last matched, also if the notification was deleted, or was never made because of a mute:
    -- that is no silence of the watch.
    last_match_at          timestamptz,
    mode                   text NOT NULL DEFAULT 'literal' CHECK (mode IN ('literal', 'query')),
    excluded_subreddits    text[] NOT NULL DEFAULT '{}' CHECK (cardinality(excluded_subreddits) <= 100),
    excluded_authors       text[] NOT NULL DEFAULT '{}' CHECK (cardinality(excluded_authors) <= 100),
    -- When the rule took its present form: the watch matches from then on. `updated_at` also moves with tags,
    -- notes and the frequency of emails, which do not affect matches.
    rule_changed_at        timestamptz NOT NULL DEFAULT now(),
    -- A watch whose regular expressions take too much time is not searched for, and this is the part of its
    -- query that took most of it. The user's own switch, `is_active`, stays as it is.
    paused_at              timestamptz,
    paused_part            text,
    -- How many matches were listed in an hour, and in the hour before. They are counted in this row, which is
    -- locked and written with each batch in any case, so that counting costs no other write.
    match_hour             timestamptz,
    hour_matches           bigint NOT NULL DEFAULT 0,
    hour_before_matches    bigint NOT NULL DEFAULT 0,
    -- A change of the rule that the user does not want is not proposed again until more matches were not
    -- relevant.
    proposal_dismissed_at  timestamptz,
    -- Notifications carry the keyword in an index, whose entries hold 2,700 bytes, and in lower case, which
    -- can be half as long again: a longer query would stop the ingest.
    CONSTRAINT watches_keyword_check CHECK (
        CASE mode
            WHEN 'literal' THEN char_length(keyword) BETWEEN 1 AND 200
            ELSE char_length(keyword) BETWEEN 1 AND 1000 AND octet_length(keyword) <= 1500
        END)
) WITH (fillfactor = 80);

-- For the list of keywords: one user's watches, newest first.
CREATE INDEX watches_user_id_created_at ON watches (user_id, created_at DESC, id DESC);

-- Matches beyond the plan's limit, which are only counted and not listed, by hour. They are rare, so that
-- they have rows of their own.
CREATE TABLE unlisted_matches (
    watch_id  uuid NOT NULL CONSTRAINT watch_hours_watch_id_fkey REFERENCES watches (id) ON DELETE CASCADE,
    hour      timestamptz NOT NULL,
    matches   bigint NOT NULL CONSTRAINT watch_hours_unlisted_check CHECK (matches >= 0),
    PRIMARY KEY (watch_id, hour)
);

CREATE INDEX unlisted_matches_hour ON unlisted_matches (hour);

-- Every change that can alter matches, for the matchers that run in other processes. A reader asks, by
-- transaction id, for the transactions that ended since its last look, so that it never misses the row of a
-- slow writer, as it could with a sequence number.
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
    AFTER UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, is_active,
        include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only, paused_at
    ON watches FOR EACH ROW EXECUTE FUNCTION record_watch_change();

-- To the matchers, the suspension of an account changes all of its watches.
CREATE FUNCTION record_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) SELECT id FROM watches WHERE user_id = NEW.id AND is_active;
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER users_suspended AFTER UPDATE OF suspended_at ON users
    FOR EACH ROW WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL))
    EXECUTE FUNCTION record_suspension();

-- The time is the writer's: `updated_at` comes from its clock. A paused watch whose rule changes, or that is
-- switched on, is searched for again. Near misses of the previous rule do not apply to the new one.
CREATE FUNCTION note_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.rule_changed_at := NEW.updated_at;
    NEW.paused_at := NULL;
    NEW.paused_part := NULL;
    DELETE FROM near_misses WHERE watch_id = NEW.id;
    RETURN NEW;
END
$$;

CREATE TRIGGER watches_rule_made BEFORE INSERT ON watches
    FOR EACH ROW EXECUTE FUNCTION note_rule_change();

-- A watch that is switched on starts over: nobody asked for the items that were written while it was off.
-- Names are compared without case, since they are stored in the forum's spelling as soon as that is known.
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
