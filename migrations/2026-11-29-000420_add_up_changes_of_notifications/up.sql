-- Statements that change thousands of notifications: "mark all as read", a clean-up of a mute. The triggers joined the
-- old rows of such a statement with its new ones. Nothing is known about these when the join is planned, so each old
-- row was compared with each new one: 50,000 rows took ten minutes, in which the storing of everybody's matches waited
-- for the counts of this user. Now old and new rows are only added up, and what is added up meets other tables in their
-- primary key.

-- What a statement changes about a count: the differences, and when the newest of the notifications that left it and
-- the newest of those that entered it were made.
CREATE TYPE notification_count_change AS (
    user_id        uuid,
    keyword        text,
    week           timestamptz,
    unread         bigint,
    read           bigint,
    archived       bigint,
    left_unread    timestamptz,
    left_read      timestamptz,
    left_archived  timestamptz,
    new_unread     timestamptz,
    new_read       timestamptz,
    new_archived   timestamptz
);

-- The newest of a count is only looked up if it may have left.
CREATE FUNCTION change_notification_counts(changes notification_count_change[]) RETURNS void
LANGUAGE sql AS $$
    UPDATE notification_counts AS counts SET
        unread = counts.unread + change.unread,
        read = counts.read + change.read,
        archived = counts.archived + change.archived,
        latest_unread = CASE
            WHEN change.left_unread IS NULL OR change.left_unread < counts.latest_unread
            THEN greatest(counts.latest_unread, change.new_unread)
            ELSE latest_notification(counts.user_id, counts.keyword, counts.week, 'unread') END,
        latest_read = CASE
            WHEN change.left_read IS NULL OR change.left_read < counts.latest_read
            THEN greatest(counts.latest_read, change.new_read)
            ELSE latest_notification(counts.user_id, counts.keyword, counts.week, 'read') END,
        latest_archived = CASE
            WHEN change.left_archived IS NULL OR change.left_archived < counts.latest_archived
            THEN greatest(counts.latest_archived, change.new_archived)
            ELSE latest_notification(counts.user_id, counts.keyword, counts.week, 'archived') END
    FROM unnest(changes) AS change
    WHERE counts.user_id = change.user_id AND counts.keyword = change.keyword
        AND counts.week = change.week
$$;

CREATE OR REPLACE FUNCTION count_changed_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changes notification_count_change[];
BEGIN
    PERFORM raise_notification_versions(ARRAY(SELECT DISTINCT user_id FROM new_rows));
    changes := ARRAY(
        SELECT (user_id, keyword, week,
                coalesce(sum(n) FILTER (WHERE status = 'unread'), 0),
                coalesce(sum(n) FILTER (WHERE status = 'read'), 0),
                coalesce(sum(n) FILTER (WHERE status = 'archived'), 0),
                max(created_at) FILTER (WHERE status = 'unread' AND n < 0),
                max(created_at) FILTER (WHERE status = 'read' AND n < 0),
                max(created_at) FILTER (WHERE status = 'archived' AND n < 0),
                max(created_at) FILTER (WHERE status = 'unread' AND n > 0),
                max(created_at) FILTER (WHERE status = 'read' AND n > 0),
                max(created_at) FILTER (WHERE status = 'archived' AND n > 0))::notification_count_change
        FROM (
            SELECT user_id, keyword, week, status, created_at, sum(n) AS n
            FROM (
                SELECT user_id, lower(keyword) AS keyword, date_trunc('week', seen_at, 'UTC') AS week,
                       status, created_at, 1 AS n
                FROM new_rows WHERE deleted_at IS NULL
                UNION ALL
                SELECT user_id, lower(keyword), date_trunc('week', seen_at, 'UTC'), status, created_at,
                       -1
                FROM old_rows WHERE deleted_at IS NULL
            ) AS sides
            -- Nothing is left of rows that changed in other columns only.
            GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0
        ) AS differences
        GROUP BY user_id, keyword, week);
    IF cardinality(changes) > 0 THEN
        INSERT INTO notification_counts (user_id, keyword, week)
        SELECT user_id, keyword, week FROM unnest(changes) ORDER BY 1, 2, 3
        ON CONFLICT DO NOTHING;
        PERFORM change_notification_counts(changes);
    END IF;
    RETURN NULL;
END
$$;

-- Rows that were marked as deleted are in no list and no count: their purge, which is of many users, locks nobody's
-- version. Versions are locked in the order of users, as everywhere. Those of a user who is being deleted may be gone.
CREATE OR REPLACE FUNCTION count_deleted_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changes notification_count_change[] := ARRAY(
        SELECT (user_id, lower(keyword), date_trunc('week', seen_at, 'UTC'),
                -count(*) FILTER (WHERE status = 'unread'),
                -count(*) FILTER (WHERE status = 'read'),
                -count(*) FILTER (WHERE status = 'archived'),
                max(created_at) FILTER (WHERE status = 'unread'),
                max(created_at) FILTER (WHERE status = 'read'),
                max(created_at) FILTER (WHERE status = 'archived'),
                NULL, NULL, NULL)::notification_count_change
        FROM old_rows WHERE deleted_at IS NULL
        GROUP BY user_id, lower(keyword), date_trunc('week', seen_at, 'UTC'));
    of_users uuid[] := ARRAY(SELECT DISTINCT user_id FROM unnest(changes));
BEGIN
    IF cardinality(changes) = 0 THEN
        RETURN NULL;
    END IF;
    PERFORM FROM notification_versions WHERE user_id = ANY(of_users) ORDER BY user_id FOR NO KEY UPDATE;
    UPDATE notification_versions SET version = version + 1 WHERE user_id = ANY(of_users);
    PERFORM change_notification_counts(changes);
    RETURN NULL;
END
$$;

-- Keeps the counts right when counted notifications are opened, marked, or take a new position in the sequence: those
-- are subtracted, and counted again at their new position. The author of an item that is gone is no longer known: the
-- job that removes the item subtracts its author.
CREATE OR REPLACE FUNCTION recount_changed_matches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed uuid[];
    has_moved boolean;
    changes match_hours[];
BEGIN
    -- The sides of a row that changed in other columns only cancel each other out.
    SELECT array_agg(DISTINCT user_id), bool_or(is_moved) INTO changed, has_moved
    FROM (
        SELECT user_id, sum(n * seq) <> 0 AS is_moved
        FROM (
            SELECT id, user_id, seq, status, not_relevant_at, 1 AS n FROM new_rows
            UNION ALL
            SELECT id, user_id, seq, status, not_relevant_at, -1 FROM old_rows
        ) AS sides
        GROUP BY id, user_id
        HAVING sum(n * seq) <> 0
            OR sum(n) FILTER (WHERE status <> 'unread' AND not_relevant_at IS NULL) <> 0
            OR sum(n) FILTER (WHERE not_relevant_at IS NOT NULL) <> 0
    ) AS differences;
    IF changed IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM lock_counted_matches(changed);
    changes := ARRAY(
        SELECT (user_id, utc_day(hour), watch_id, sum_hours(in_hour(hour, matches))::text,
                sum_hours(in_hour(hour, opened))::text, sum_hours(in_hour(hour, not_relevant))::text)::match_hours
        FROM (
            SELECT user_id, date_trunc('hour', created_at, 'UTC') AS hour, watch_id, sum(n) AS matches,
                   coalesce(sum(n) FILTER (WHERE status <> 'unread' AND not_relevant_at IS NULL), 0) AS opened,
                   coalesce(sum(n) FILTER (WHERE not_relevant_at IS NOT NULL), 0) AS not_relevant
            FROM (
                SELECT user_id, created_at, watch_id, status, not_relevant_at, seq, 1 AS n FROM new_rows
                UNION ALL
                SELECT user_id, created_at, watch_id, status, not_relevant_at, seq, -1 FROM old_rows
            ) AS sides
            WHERE seq <= (SELECT counted.seq FROM counted_matches AS counted WHERE counted.user_id = sides.user_id)
            GROUP BY 1, 2, 3
        ) AS hours
        WHERE matches <> 0 OR opened <> 0 OR not_relevant <> 0
        GROUP BY user_id, utc_day(hour), watch_id);
    UPDATE match_hours AS known SET
        matches = add_hours(known.matches::int[], change.matches::int[])::text,
        opened = add_hours(known.opened::int[], change.opened::int[])::text,
        not_relevant = add_hours(known.not_relevant::int[], change.not_relevant::int[])::text
    FROM unnest(changes) AS change
    WHERE known.user_id = change.user_id AND known.day = change.day AND known.watch_id = change.watch_id;
    IF NOT has_moved THEN
        RETURN NULL;
    END IF;
    WITH moved AS MATERIALIZED (
        SELECT user_id, utc_day(created_at) AS day, watch_id, item.subreddit, item.author
        FROM (
            SELECT user_id, watch_id, item_id, seen_at, min(created_at) FILTER (WHERE n < 0) AS created_at,
                   min(seq) FILTER (WHERE n < 0) AS before, min(seq) FILTER (WHERE n > 0) AS now
            FROM (
                SELECT id, user_id, watch_id, item_id, seen_at, created_at, seq, 1 AS n FROM new_rows
                UNION ALL
                SELECT id, user_id, watch_id, item_id, seen_at, created_at, seq, -1 FROM old_rows
            ) AS sides
            GROUP BY id, user_id, watch_id, item_id, seen_at
        ) AS positions
        CROSS JOIN LATERAL (
            SELECT counted.seq FROM counted_matches AS counted
            WHERE counted.user_id = positions.user_id AND before <= counted.seq AND now > counted.seq LIMIT 1
        ) AS counted
        CROSS JOIN LATERAL (
            SELECT subreddit, author FROM items
            WHERE items.id = positions.item_id AND items.seen_at = positions.seen_at LIMIT 1
        ) AS item
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
