-- One row for a day of a keyword, instead of one for each hour, place and author: a year of a million matches
-- is read from 10,000 rows, not from 800,000 (`api/analytics`). No release has the tables that go.

-- For each of the 24 hours of a day, `n` in that of `at` and nothing in the others; UTC.
CREATE FUNCTION in_hour(at timestamptz, n bigint) RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_fill(0, ARRAY[extract(hour FROM at AT TIME ZONE 'UTC')::int])
    || n::int || array_fill(0, ARRAY[23 - extract(hour FROM at AT TIME ZONE 'UTC')::int]);

CREATE FUNCTION add_hours(of_one int[], of_other int[]) RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT a + b FROM unnest(of_one, of_other) WITH ORDINALITY AS hours (a, b, hour) ORDER BY hour);

CREATE AGGREGATE sum_hours(int[]) (
    SFUNC = add_hours, STYPE = int[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'
);

-- Adds up two objects of numbers by name. What comes to nothing is left out.
CREATE FUNCTION add_by_name(of_one json, of_other json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT coalesce(json_object_agg(name, n), '{}')
    FROM (
        SELECT name, sum(n::bigint) AS n
        FROM (SELECT * FROM json_each_text(of_one) UNION ALL SELECT * FROM json_each_text(of_other)) AS counts (name, n)
        GROUP BY name HAVING sum(n::bigint) > 0
    ) AS sums
);

-- Stands for all keywords together where rows have a keyword's id.
CREATE FUNCTION all_keywords() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '00000000-0000-0000-0000-000000000000'::uuid;

CREATE TABLE match_hours (
    user_id       uuid NOT NULL,
    -- When the notifications were made; UTC, as are the hours.
    day           date NOT NULL,
    -- May have been deleted.
    watch_id      uuid NOT NULL,
    matches       int[] NOT NULL CHECK (cardinality(matches) = 24 AND 0 <= ALL (matches)),
    -- Of these, read or archived, and not marked as not relevant.
    opened        int[] NOT NULL CHECK (cardinality(opened) = 24 AND 0 <= ALL (opened)),
    not_relevant  int[] NOT NULL CHECK (cardinality(not_relevant) = 24 AND 0 <= ALL (not_relevant)),
    PRIMARY KEY (user_id, day, watch_id)
) WITH (fillfactor = 80);
-- For the clean-up. Rows come in the order of time; a b-tree would lure queries of one user into reading all.
CREATE INDEX match_hours_day ON match_hours USING brin (day);

-- Each match twice: for its keyword, and for all keywords together, which have many places in common.
CREATE TABLE match_places (
    user_id   uuid NOT NULL,
    watch_id  uuid NOT NULL,
    day       date NOT NULL,
    -- As text: nothing looks into it but `add_by_name`, and binary JSON is four times as slow to read whole.
    places    json NOT NULL,
    PRIMARY KEY (user_id, watch_id, day)
) WITH (fillfactor = 80);
CREATE INDEX match_places_day ON match_places USING brin (day);

-- Names of people: kept no longer than the matched items, and taken back when an item is gone.
CREATE TABLE match_authors (
    user_id   uuid NOT NULL,
    day       date NOT NULL,
    watch_id  uuid NOT NULL,
    -- The site whose authors they are, as `site_of` says: one name may be another person elsewhere.
    site      text NOT NULL,
    authors   json NOT NULL,
    PRIMARY KEY (user_id, day, watch_id, site)
) WITH (fillfactor = 80);
CREATE INDEX match_authors_day ON match_authors USING brin (day);

INSERT INTO match_hours
SELECT user_id, utc_day(hour), watch_id, sum_hours(in_hour(hour, matches)), sum_hours(in_hour(hour, opened)),
       sum_hours(in_hour(hour, not_relevant))
FROM matches_by_hour GROUP BY 1, 2, 3;

INSERT INTO match_places
SELECT user_id, watch_id, day, json_object_agg(place, n)
FROM (
    SELECT user_id, coalesce(watch_id, all_keywords()) AS watch_id, day, place, sum(matches) AS n
    FROM matches_by_place WHERE matches > 0
    GROUP BY GROUPING SETS ((user_id, watch_id, day, place), (user_id, day, place))
) AS sums
GROUP BY 1, 2, 3;

INSERT INTO match_authors
SELECT user_id, day, watch_id, site, json_object_agg(author, matches)
FROM matches_by_author WHERE matches > 0 GROUP BY 1, 2, 3, 4;

DROP TABLE matches_by_hour;
DROP TABLE matches_by_place;
DROP TABLE matches_by_author;

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
    UPDATE match_hours AS known SET
        matches = add_hours(known.matches, change.matches),
        opened = add_hours(known.opened, change.opened),
        not_relevant = add_hours(known.not_relevant, change.not_relevant)
    FROM (
        SELECT user_id, utc_day(hour) AS day, watch_id, sum_hours(in_hour(hour, matches)) AS matches,
               sum_hours(in_hour(hour, opened)) AS opened,
               sum_hours(in_hour(hour, not_relevant)) AS not_relevant
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
        ) AS hours
        GROUP BY 1, 2, 3
    ) AS change
    WHERE known.user_id = change.user_id AND known.day = change.day AND known.watch_id = change.watch_id;
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
        UPDATE match_places AS known SET places = add_by_name(known.places, change.places)
        FROM (
            SELECT user_id, watch_id, day, json_object_agg(subreddit, -n) AS places
            FROM (
                SELECT user_id, day, of.watch_id, subreddit, count(*) AS n
                FROM moved, unnest(ARRAY[watch_id, all_keywords()]) AS of (watch_id)
                GROUP BY 1, 2, 3, 4
            ) AS sums
            GROUP BY 1, 2, 3
        ) AS change
        WHERE known.user_id = change.user_id AND known.watch_id = change.watch_id AND known.day = change.day
    )
    UPDATE match_authors AS known SET authors = add_by_name(known.authors, change.authors)
    FROM (
        SELECT user_id, day, watch_id, site, json_object_agg(author, -n) AS authors
        FROM (
            SELECT user_id, day, watch_id, site_of(subreddit) AS site, author, count(*) AS n
            FROM moved WHERE author <> '' GROUP BY 1, 2, 3, 4, 5
        ) AS sums
        GROUP BY 1, 2, 3, 4
    ) AS change
    WHERE known.user_id = change.user_id AND known.day = change.day AND known.watch_id = change.watch_id
        AND known.site = change.site;
    RETURN NULL;
END
$$;
