CREATE TABLE matches_by_hour (
    user_id       uuid NOT NULL,
    hour          timestamptz NOT NULL,
    watch_id      uuid NOT NULL,
    matches       bigint NOT NULL CHECK (matches >= 0),
    opened        bigint NOT NULL CHECK (opened >= 0),
    not_relevant  bigint NOT NULL CHECK (not_relevant >= 0),
    PRIMARY KEY (user_id, hour, watch_id)
) WITH (fillfactor = 80);
CREATE INDEX matches_by_hour_hour ON matches_by_hour USING brin (hour);

CREATE TABLE matches_by_place (
    user_id   uuid NOT NULL,
    day       date NOT NULL,
    watch_id  uuid NOT NULL,
    place     text NOT NULL,
    matches   bigint NOT NULL CHECK (matches >= 0),
    PRIMARY KEY (user_id, day, watch_id, place)
) WITH (fillfactor = 80);
CREATE INDEX matches_by_place_day ON matches_by_place USING brin (day);

CREATE TABLE matches_by_author (
    user_id   uuid NOT NULL,
    day       date NOT NULL,
    watch_id  uuid NOT NULL,
    author    text NOT NULL,
    site      text NOT NULL,
    matches   bigint NOT NULL CHECK (matches >= 0),
    PRIMARY KEY (user_id, day, watch_id, author, site)
) WITH (fillfactor = 80);
CREATE INDEX matches_by_author_day ON matches_by_author USING brin (day);

INSERT INTO matches_by_hour
SELECT user_id, (day + make_interval(hours => hour::int - 1)) AT TIME ZONE 'UTC', watch_id, m, o, n
FROM match_hours, unnest(matches, opened, not_relevant) WITH ORDINALITY AS hours (m, o, n, hour)
WHERE m > 0;
INSERT INTO matches_by_place
SELECT user_id, day, watch_id, place, n::bigint
FROM match_places, json_each_text(places) AS counts (place, n) WHERE watch_id <> all_keywords();
INSERT INTO matches_by_author
SELECT user_id, day, watch_id, author, site, n::bigint
FROM match_authors, json_each_text(authors) AS counts (author, n);

CREATE OR REPLACE FUNCTION recount_changed_matches() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP TABLE match_authors;
DROP TABLE match_places;
DROP TABLE match_hours;
DROP FUNCTION all_keywords;
DROP FUNCTION add_by_name;
DROP AGGREGATE sum_hours(int[]);
DROP FUNCTION add_hours;
DROP FUNCTION in_hour;
