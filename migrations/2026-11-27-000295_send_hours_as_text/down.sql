ALTER TABLE match_hours
    DROP CONSTRAINT match_hours_matches_check,
    DROP CONSTRAINT match_hours_opened_check,
    DROP CONSTRAINT match_hours_not_relevant_check,
    ALTER COLUMN matches TYPE int[] USING matches::int[],
    ALTER COLUMN opened TYPE int[] USING opened::int[],
    ALTER COLUMN not_relevant TYPE int[] USING not_relevant::int[],
    ADD CONSTRAINT match_hours_matches_check CHECK (cardinality(matches) = 24 AND 0 <= ALL (matches)),
    ADD CONSTRAINT match_hours_opened_check CHECK (cardinality(opened) = 24 AND 0 <= ALL (opened)),
    ADD CONSTRAINT match_hours_not_relevant_check CHECK (cardinality(not_relevant) = 24 AND 0 <= ALL (not_relevant));

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
