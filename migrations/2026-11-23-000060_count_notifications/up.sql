-- How many notifications a user has of each keyword and week, so that the list of groups adds up a
-- few numbers and need not count all rows. The weeks are those of the partitions: when one is
-- dropped, nothing is counted anew. Of weeks that began more than ninety days ago only a part is
-- shown, or nothing; there the rows themselves are counted, and these numbers are not looked at.
CREATE TABLE notification_counts (
    user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- In lower case.
    keyword          text NOT NULL,
    -- The Monday, UTC, on which the partition begins.
    week             timestamptz NOT NULL,
    -- What is marked as deleted counts nowhere.
    unread           bigint NOT NULL DEFAULT 0 CHECK (unread >= 0),
    read             bigint NOT NULL DEFAULT 0 CHECK (read >= 0),
    archived         bigint NOT NULL DEFAULT 0 CHECK (archived >= 0),
    -- When the newest of each was made; null where there is none.
    latest_unread    timestamptz,
    latest_read      timestamptz,
    latest_archived  timestamptz,
    PRIMARY KEY (user_id, keyword, week),
    CHECK ((unread = 0) = (latest_unread IS NULL)),
    CHECK ((read = 0) = (latest_read IS NULL)),
    CHECK ((archived = 0) = (latest_archived IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX notification_counts_week ON notification_counts (week);

-- Grows with every change of a user's notifications: whoever knows the version of what was read
-- knows whether it is still so.
CREATE TABLE notification_versions (
    user_id  uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    version  bigint NOT NULL
);

-- Locks the versions until the transaction ends, and with them the counts of these users: a
-- statement that begins afterwards sees what others committed while this one waited.
CREATE FUNCTION raise_notification_versions(of_users uuid[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO notification_versions AS versions (user_id, version)
    SELECT DISTINCT user_id, 1 FROM unnest(of_users) AS changed (user_id) ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET version = versions.version + 1
$$;

CREATE FUNCTION latest_notification(
    of_user uuid, of_keyword text, of_week timestamptz, of_status text
) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (
        SELECT created_at FROM notifications
        WHERE user_id = of_user AND lower(keyword) = of_keyword AND status = of_status
            AND deleted_at IS NULL AND seen_at >= of_week AND seen_at < of_week + interval '7 days'
        ORDER BY created_at DESC LIMIT 1);
END
$$;

CREATE FUNCTION count_new_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM raise_notification_versions(ARRAY(SELECT user_id FROM new_rows));
    INSERT INTO notification_counts AS counts (user_id, keyword, week, unread, read, archived,
                                               latest_unread, latest_read, latest_archived)
    SELECT user_id, lower(keyword), date_trunc('week', seen_at, 'UTC'),
           count(*) FILTER (WHERE status = 'unread'),
           count(*) FILTER (WHERE status = 'read'),
           count(*) FILTER (WHERE status = 'archived'),
           max(created_at) FILTER (WHERE status = 'unread'),
           max(created_at) FILTER (WHERE status = 'read'),
           max(created_at) FILTER (WHERE status = 'archived')
    FROM new_rows WHERE deleted_at IS NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, keyword, week) DO UPDATE SET
        unread = counts.unread + excluded.unread,
        read = counts.read + excluded.read,
        archived = counts.archived + excluded.archived,
        latest_unread = greatest(counts.latest_unread, excluded.latest_unread),
        latest_read = greatest(counts.latest_read, excluded.latest_read),
        latest_archived = greatest(counts.latest_archived, excluded.latest_archived);
    RETURN NULL;
END
$$;

-- Takes over by how much counts change; their `latest_` columns say only which of them do. What
-- left one may have been its newest: the next one is looked for.
CREATE FUNCTION change_notification_counts(changes notification_counts[]) RETURNS void
LANGUAGE sql AS $$
    UPDATE notification_counts AS counts SET
        unread = counts.unread + change.unread,
        read = counts.read + change.read,
        archived = counts.archived + change.archived,
        latest_unread = CASE WHEN change.latest_unread IS NULL THEN counts.latest_unread
            ELSE latest_notification(counts.user_id, counts.keyword, counts.week, 'unread') END,
        latest_read = CASE WHEN change.latest_read IS NULL THEN counts.latest_read
            ELSE latest_notification(counts.user_id, counts.keyword, counts.week, 'read') END,
        latest_archived = CASE WHEN change.latest_archived IS NULL THEN counts.latest_archived
            ELSE latest_notification(counts.user_id, counts.keyword, counts.week, 'archived') END
    FROM unnest(changes) AS change
    WHERE counts.user_id = change.user_id AND counts.keyword = change.keyword
        AND counts.week = change.week
$$;

CREATE FUNCTION count_changed_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changes notification_counts[];
BEGIN
    PERFORM raise_notification_versions(ARRAY(SELECT user_id FROM new_rows));
    changes := ARRAY(
        SELECT (user_id, keyword, week,
                coalesce(sum(n) FILTER (WHERE status = 'unread'), 0),
                coalesce(sum(n) FILTER (WHERE status = 'read'), 0),
                coalesce(sum(n) FILTER (WHERE status = 'archived'), 0),
                max(created_at) FILTER (WHERE status = 'unread'),
                max(created_at) FILTER (WHERE status = 'read'),
                max(created_at) FILTER (WHERE status = 'archived'))::notification_counts
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

-- Of a user who is being deleted, versions and counts may have gone before.
CREATE FUNCTION count_deleted_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changes notification_counts[];
BEGIN
    UPDATE notification_versions SET version = version + 1
    WHERE user_id = ANY(ARRAY(SELECT user_id FROM old_rows));
    changes := ARRAY(
        SELECT (user_id, lower(keyword), date_trunc('week', seen_at, 'UTC'),
                -count(*) FILTER (WHERE status = 'unread'),
                -count(*) FILTER (WHERE status = 'read'),
                -count(*) FILTER (WHERE status = 'archived'),
                max(created_at) FILTER (WHERE status = 'unread'),
                max(created_at) FILTER (WHERE status = 'read'),
                max(created_at) FILTER (WHERE status = 'archived'))::notification_counts
        FROM old_rows WHERE deleted_at IS NULL
        GROUP BY user_id, lower(keyword), date_trunc('week', seen_at, 'UTC'));
    IF cardinality(changes) > 0 THEN
        PERFORM change_notification_counts(changes);
    END IF;
    RETURN NULL;
END
$$;

-- The first of these waits for writers and keeps them off until what is there has been counted.
-- They run at the end of a statement, so that versions and counts are locked last of all: whoever
-- changes notifications takes a place in the user's sequence first, then locks watches.
CREATE TRIGGER notifications_inserted AFTER INSERT ON notifications
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_new_notifications();
CREATE TRIGGER notifications_updated AFTER UPDATE ON notifications
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_notifications();
CREATE TRIGGER notifications_deleted AFTER DELETE ON notifications
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_notifications();

INSERT INTO notification_counts (user_id, keyword, week, unread, read, archived,
                                 latest_unread, latest_read, latest_archived)
SELECT user_id, lower(keyword), date_trunc('week', seen_at, 'UTC'),
       count(*) FILTER (WHERE status = 'unread'),
       count(*) FILTER (WHERE status = 'read'),
       count(*) FILTER (WHERE status = 'archived'),
       max(created_at) FILTER (WHERE status = 'unread'),
       max(created_at) FILTER (WHERE status = 'read'),
       max(created_at) FILTER (WHERE status = 'archived')
FROM notifications WHERE deleted_at IS NULL
GROUP BY 1, 2, 3;

INSERT INTO notification_versions (user_id, version)
SELECT DISTINCT user_id, 1 FROM notification_counts;
