-- Means by which users check their watches: variants, near misses and hearing tests.

-- A variant is another rule that is tried beside a watch's own. Nobody is alerted to its matches: those that
-- the watch does not have are counted. It searches where the watch does. A watch has one variant at most, as
-- the key ensures.
CREATE TABLE watch_variants (
    -- The matcher knows a variant by the watch's id with this bit set.
    watch_id             uuid PRIMARY KEY REFERENCES watches ON DELETE CASCADE
                         CHECK (get_byte(uuid_send(watch_id), 6) < 128),
    user_id              uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    keyword              text NOT NULL,
    mode                 text NOT NULL CHECK (mode IN ('literal', 'query')),
    excluded_subreddits  text[] NOT NULL,
    excluded_authors     text[] NOT NULL,
    include_posts        boolean NOT NULL,
    include_comments     boolean NOT NULL,
    match_titles_only    boolean NOT NULL,
    case_sensitive       boolean NOT NULL,
    whole_word_only      boolean NOT NULL,
    started_at           timestamptz NOT NULL,
    -- Since then it is not searched for: its time is over, or it costs too much.
    ended_at             timestamptz,
    -- The part of its query that costs most, if it ended because of that.
    expensive_part       text CHECK (expensive_part IS NULL OR ended_at IS NOT NULL),
    -- The number of items that it matched and the watch did not.
    added                bigint NOT NULL DEFAULT 0,
    -- The latest of these, by id and time of first sight: the items are kept like all unmatched ones.
    latest               jsonb NOT NULL DEFAULT '[]'
);

CREATE INDEX watch_variants_user_id ON watch_variants (user_id);

CREATE FUNCTION record_variant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) VALUES (coalesce(NEW.watch_id, OLD.watch_id));
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;

-- The counts move with matches and matter to no matcher, so they are not in this list.
CREATE TRIGGER watch_variants_changed
    AFTER INSERT OR DELETE OR UPDATE OF keyword, mode, excluded_subreddits, excluded_authors, include_posts,
        include_comments, match_titles_only, case_sensitive, whole_word_only, ended_at
    ON watch_variants FOR EACH ROW EXECUTE FUNCTION record_variant_change();

-- Once the watch's own rule is another, there is nothing to compare the counts with.
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

-- Items that a watch nearly matched in the last hours, each with the change of the rule that would match it.
-- Only keys of the items are stored: an item that is gone in the forum, or no longer kept, is gone here as
-- well.
CREATE TABLE near_misses (
    watch_id      uuid PRIMARY KEY REFERENCES watches ON DELETE CASCADE,
    user_id       uuid NOT NULL,
    -- When the last look began; the epoch if there was none.
    looked_at     timestamptz NOT NULL DEFAULT 'epoch',
    -- The number of hours that were searched.
    hours         integer NOT NULL DEFAULT 0,
    found         jsonb NOT NULL DEFAULT '[]',
    -- The user dismissed them: they are not shown until the next look.
    dismissed_at  timestamptz
);

-- The watches whose look is due.
CREATE INDEX near_misses_by_look ON near_misses (looked_at, watch_id);
CREATE INDEX near_misses_by_user ON near_misses (user_id) WHERE found <> '[]';

-- Hearing tests: a user inserts a test post for one of their watches, to see how it reaches them. The post is
-- no item, and its match is no notification: counts, searches and analytics of these do not include it. A
-- user has one test at a time, as the key ensures.
CREATE TABLE hearing_tests (
    user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    id          uuid NOT NULL UNIQUE,
    watch_id    uuid NOT NULL REFERENCES watches ON DELETE CASCADE,
    keyword     text NOT NULL,
    -- The parts of the post that are searched.
    post        jsonb NOT NULL,
    planted_at  timestamptz NOT NULL,
    -- When a process that reads sources took it, when it had matched it, and when the messages were stored.
    read_at     timestamptz,
    matched_at  timestamptz,
    stored_at   timestamptz,
    -- Its position among its user's notifications, for the live stream.
    seq         bigint,
    matches     jsonb NOT NULL DEFAULT '[]',
    -- The recipients that it is sent to, and the others with the reason.
    ways        jsonb NOT NULL DEFAULT '[]',
    -- Why it went no further.
    failure     text
);

CREATE INDEX hearing_tests_unread ON hearing_tests (planted_at) WHERE stored_at IS NULL AND failure IS NULL;
-- For watches that are deleted.
CREATE INDEX hearing_tests_by_watch ON hearing_tests (watch_id);
