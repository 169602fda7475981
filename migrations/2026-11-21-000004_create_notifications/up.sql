-- Notifications, their counts, and the weeks of items and notifications.

-- One item that matched one watch, for a user to see. Partitioned by the item's `seen_at`, like the items
-- themselves. The watch may be deleted later; the notification stays, with the keyword that the watch had.
-- There is no foreign key to users: see `deleted_users`.
CREATE TABLE notifications (
    id               uuid NOT NULL,
    seen_at          timestamptz NOT NULL,
    item_id          uuid NOT NULL,
    watch_id         uuid NOT NULL,
    user_id          uuid NOT NULL,
    -- Goes up by one for each notification of a user, in the order of commit: it is the event id of the live
    -- stream, and so the cursor from which a browser that was away continues.
    seq              bigint NOT NULL,
    keyword          text NOT NULL,
    -- The positions of the keyword: [{"field": "title"|"body", "start": n, "end": n}], in UTF-16 units.
    matches          jsonb NOT NULL,
    status           text NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'read', 'archived')),
    created_at       timestamptz NOT NULL,
    -- A deleted notification can be restored for a day: it is only marked, and the clean-up removes the row.
    deleted_at       timestamptz,
    -- The mute that deleted the notification, so that this can be undone.
    muted_by         uuid,
    -- When the user marked it as not relevant.
    not_relevant_at  timestamptz,
    PRIMARY KEY (id, seen_at),
    CONSTRAINT notifications_watch_item_key UNIQUE (watch_id, item_id, seen_at)
) PARTITION BY RANGE (seen_at);

CREATE INDEX notifications_user_seq ON notifications (user_id, seq);
-- Every list and count leaves out deleted rows, so these indexes do as well: counting needs an index alone.
-- Each list has an index in its own order, by which a page is read without sorting the rest. The keyword is
-- included for the groups.
CREATE INDEX notifications_user_created_at
    ON notifications (user_id, created_at DESC, seq DESC) WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_status_created_at
    ON notifications (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword)
    WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_keyword_created_at
    ON notifications (user_id, lower(keyword), status, created_at DESC, seq DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX notifications_watch_created_at
    ON notifications (watch_id, created_at DESC) WHERE deleted_at IS NULL;
-- For the share of a watch's matches that its user marked as not relevant.
CREATE INDEX notifications_watch_not_relevant ON notifications (watch_id)
    WHERE not_relevant_at IS NOT NULL AND deleted_at IS NULL;
-- The notifications of an item that is removed. A search finds a rare word among the items of all users
-- first, and then the notifications of one user: with thousands of watchers of one item, each reads only
-- their own.
CREATE INDEX notifications_item_id ON notifications (item_id, user_id);
-- The notifications that a mute deleted: how many there are, and which to restore.
CREATE INDEX notifications_muted_by ON notifications (muted_by) WHERE muted_by IS NOT NULL;
-- For the clean-up.
CREATE INDEX notifications_deleted_at ON notifications (deleted_at) WHERE deleted_at IS NOT NULL;

-- The last `seq` given to each user. Taking the next one locks this row until commit, so that the order of
-- `seq` is the order of commit.
CREATE TABLE live_cursors (
    user_id  uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    seq      bigint NOT NULL,
    -- How many notifications the user had in an hour. They are counted in this row, which is written with
    -- each batch in any case.
    hour     timestamptz,
    listed   bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- How many notifications a user has of each keyword and week, so that the list of groups adds up a few
-- numbers and does not count all rows. The weeks are those of the partitions, so that nothing is counted
-- again when one is dropped. Of a week that began more than ninety days ago only a part is shown, or nothing:
-- there the rows themselves are counted, and these numbers are not used.
CREATE TABLE notification_counts (
    user_id          uuid NOT NULL,
    -- In lower case.
    keyword          text NOT NULL,
    -- The Monday, UTC, on which the partition begins.
    week             timestamptz NOT NULL,
    -- Deleted notifications are in none of these.
    unread           bigint NOT NULL DEFAULT 0 CHECK (unread >= 0),
    read             bigint NOT NULL DEFAULT 0 CHECK (read >= 0),
    archived         bigint NOT NULL DEFAULT 0 CHECK (archived >= 0),
    -- When the newest of each was made. Null if there is none.
    latest_unread    timestamptz,
    latest_read      timestamptz,
    latest_archived  timestamptz,
    PRIMARY KEY (user_id, keyword, week),
    CHECK ((unread = 0) = (latest_unread IS NULL)),
    CHECK ((read = 0) = (latest_read IS NULL)),
    CHECK ((archived = 0) = (latest_archived IS NULL))
) WITH (fillfactor = 80);

CREATE INDEX notification_counts_week ON notification_counts (week);

-- Goes up with every change of a user's notifications: a client that knows the version of a response knows
-- whether the response is still valid.
CREATE TABLE notification_versions (
    user_id  uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    version  bigint NOT NULL
);

-- Locks the versions until the transaction ends, and with them the counts of these users: a statement that
-- begins afterwards sees the changes that others committed while this one waited.
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

-- Takes the differences of the counts. Their `latest_` columns say only which of them change: a notification
-- that left a count may have been its newest, so the next one is looked up.
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

-- The versions and counts of a user who is being deleted may be gone already.
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

-- The triggers run at the end of a statement, so that versions and counts are locked last of all: a
-- transaction that changes notifications takes a position in the user's sequence first, and then locks
-- watches.
CREATE TRIGGER notifications_inserted AFTER INSERT ON notifications
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_new_notifications();
CREATE TRIGGER notifications_updated AFTER UPDATE ON notifications
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_notifications();
CREATE TRIGGER notifications_deleted AFTER DELETE ON notifications
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_notifications();

-- Searches that a user saved. They run again each time; `filters` are those of the call.
CREATE TABLE saved_searches (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name        text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    filters     jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
    created_at  timestamptz NOT NULL
);

CREATE INDEX saved_searches_user_id ON saved_searches (user_id, created_at, id);

-- Makes the weeks of items and notifications for every moment from `first` to `last`. False if one could not
-- be made because others hold a lock that it needs. Weeks begin on Monday, UTC. Safe to call from several
-- processes at once.
CREATE FUNCTION ensure_week_partitions(first timestamptz, last timestamptz) RETURNS boolean
LANGUAGE sql AS $$
    SELECT coalesce(bool_and(make_week(parent, monday::date)), true)
    FROM generate_series(date_trunc('week', first AT TIME ZONE 'UTC'), last AT TIME ZONE 'UTC',
                         interval '7 days') AS monday,
         unnest(ARRAY['items', 'notifications']) AS parent
$$;

-- Returns the weeks that ended before `cutoff`.
CREATE FUNCTION outdated_weeks(cutoff timestamptz) RETURNS TABLE (name text) LANGUAGE sql AS $$
    -- Notifications before the items that they are about. The planner may look at the names of all
    -- tables first, so that names without a date must do no harm.
    SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('items'::regclass, 'notifications'::regclass)
        AND CASE WHEN c.relname ~ '_\d{4}_\d\d_\d\d$' THEN
            (to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7)::timestamp AT TIME ZONE 'UTC' <= cutoff
        END
    ORDER BY c.relname DESC
$$;

SELECT ensure_week_partitions(now(), now() + interval '14 days');
