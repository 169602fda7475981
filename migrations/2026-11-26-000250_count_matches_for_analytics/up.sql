-- How many matches each user had, for analytics: counts alone, without anything that was written. Kept for
-- 13 months, while notifications are kept for 90 days at most. A job adds notifications to them in the order
-- of their `seq`, which is that of commit (`ingest/match_counts.rs`): storing a notification costs nothing
-- more. What is not counted yet is read from the notifications themselves, so that the sum is exact always.
--
-- No foreign keys to users: an account's rows are deleted in batches.

-- Notifications up to `seq` are in the counts below.
CREATE TABLE counted_matches (
    user_id  uuid PRIMARY KEY,
    seq      bigint NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE matches_by_hour (
    user_id       uuid NOT NULL,
    -- When the notifications were made; UTC.
    hour          timestamptz NOT NULL,
    -- May have been deleted.
    watch_id      uuid NOT NULL,
    matches       bigint NOT NULL CHECK (matches >= 0),
    -- Of these, read or archived, and not marked as not relevant.
    opened        bigint NOT NULL CHECK (opened >= 0),
    not_relevant  bigint NOT NULL CHECK (not_relevant >= 0),
    PRIMARY KEY (user_id, hour, watch_id)
) WITH (fillfactor = 80);
-- For the clean-up. Rows come in the order of time; a b-tree would lure queries of one user into reading all.
CREATE INDEX matches_by_hour_hour ON matches_by_hour USING brin (hour);

CREATE TABLE matches_by_place (
    user_id   uuid NOT NULL,
    -- UTC.
    day       date NOT NULL,
    watch_id  uuid NOT NULL,
    place     text NOT NULL,
    matches   bigint NOT NULL CHECK (matches >= 0),
    PRIMARY KEY (user_id, day, watch_id, place)
) WITH (fillfactor = 80);
CREATE INDEX matches_by_place_day ON matches_by_place USING brin (day);

-- Names of people: kept no longer than the matched items, and taken back when an item is gone.
CREATE TABLE matches_by_author (
    user_id   uuid NOT NULL,
    day       date NOT NULL,
    watch_id  uuid NOT NULL,
    author    text NOT NULL,
    -- The site whose author it is, as `site_of` says: one name may be another person elsewhere.
    site      text NOT NULL,
    matches   bigint NOT NULL CHECK (matches >= 0),
    PRIMARY KEY (user_id, day, watch_id, author, site)
) WITH (fillfactor = 80);
CREATE INDEX matches_by_author_day ON matches_by_author USING brin (day);

-- The site that a place lies in; empty for Reddit.
CREATE FUNCTION site_of(place text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN is_site(place) THEN read_as(place) ELSE '' END;

CREATE FUNCTION utc_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (at AT TIME ZONE 'UTC')::date;

-- Locks what is counted of these users until the transaction ends. Taken last of all, after the counts and
-- versions of notifications; a statement that begins afterwards sees what others committed meanwhile.
CREATE FUNCTION lock_counted_matches(of_users uuid[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO counted_matches AS counted (user_id, seq)
    SELECT DISTINCT user_id, 0 FROM unnest(of_users) AS changed (user_id) ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET seq = counted.seq
$$;

-- Keeps the counts right when counted notifications are opened, marked, or take a new place in the sequence:
-- those are taken out, and counted again with their new place. Of items that are gone nobody knows the author
-- any more; whoever removes them takes the author out (`ingest/removal/authors.rs`).
CREATE FUNCTION recount_changed_matches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed uuid[] := ARRAY(
        SELECT DISTINCT new_rows.user_id FROM new_rows JOIN old_rows USING (id, seen_at)
        WHERE new_rows.status <> old_rows.status OR new_rows.seq <> old_rows.seq
            OR (new_rows.not_relevant_at IS NULL) <> (old_rows.not_relevant_at IS NULL));
BEGIN
    IF cardinality(changed) = 0 THEN
        RETURN NULL;
    END IF;
    PERFORM lock_counted_matches(changed);
    UPDATE matches_by_hour AS by_hour SET
        matches = by_hour.matches + change.matches,
        opened = by_hour.opened + change.opened,
        not_relevant = by_hour.not_relevant + change.not_relevant
    FROM (
        SELECT user_id, date_trunc('hour', created_at, 'UTC') AS hour, watch_id, sum(n) AS matches,
               coalesce(sum(n) FILTER (WHERE status <> 'unread' AND not_relevant_at IS NULL), 0) AS opened,
               coalesce(sum(n) FILTER (WHERE not_relevant_at IS NOT NULL), 0) AS not_relevant
        FROM (
            SELECT user_id, created_at, watch_id, status, not_relevant_at, seq, 1 AS n FROM new_rows
            UNION ALL
            SELECT user_id, created_at, watch_id, status, not_relevant_at, seq, -1 FROM old_rows
        ) AS sides JOIN counted_matches AS counted USING (user_id)
        WHERE sides.seq <= counted.seq
        GROUP BY 1, 2, 3
    ) AS change
    WHERE by_hour.user_id = change.user_id AND by_hour.hour = change.hour
        AND by_hour.watch_id = change.watch_id;
    IF NOT EXISTS (
        SELECT FROM new_rows JOIN old_rows USING (id, seen_at) WHERE new_rows.seq <> old_rows.seq
    ) THEN
        RETURN NULL;
    END IF;
    WITH moved AS MATERIALIZED (
        SELECT old_rows.user_id, utc_day(old_rows.created_at) AS day, old_rows.watch_id, items.subreddit,
               items.author
        FROM old_rows JOIN new_rows USING (id, seen_at)
        JOIN counted_matches AS counted ON counted.user_id = old_rows.user_id
        JOIN items ON items.id = old_rows.item_id AND items.seen_at = old_rows.seen_at
        WHERE old_rows.seq <= counted.seq AND new_rows.seq > counted.seq
    ), places AS (
        UPDATE matches_by_place AS by_place SET matches = by_place.matches - change.n
        FROM (SELECT user_id, day, watch_id, subreddit, count(*) AS n FROM moved GROUP BY 1, 2, 3, 4) AS change
        WHERE by_place.user_id = change.user_id AND by_place.day = change.day
            AND by_place.watch_id = change.watch_id AND by_place.place = change.subreddit
    )
    UPDATE matches_by_author AS by_author SET matches = by_author.matches - change.n
    FROM (
        SELECT user_id, day, watch_id, author, site_of(subreddit) AS site, count(*) AS n
        FROM moved GROUP BY 1, 2, 3, 4, 5
    ) AS change
    WHERE by_author.user_id = change.user_id AND by_author.day = change.day
        AND by_author.watch_id = change.watch_id AND by_author.author = change.author
        AND by_author.site = change.site;
    RETURN NULL;
END
$$;

-- By its name it runs after `notifications_updated`, which keeps the order of locks.
CREATE TRIGGER notifications_updated_recount AFTER UPDATE ON notifications
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_matches();
