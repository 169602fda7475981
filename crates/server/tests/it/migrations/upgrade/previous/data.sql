SET check_function_bodies = false;
SET search_path = public;
CREATE FUNCTION public.add_by_name(of_one json, of_other json) RETURNS json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT COALESCE(json_object_agg(sums.name, sums.n), '{}'::json) AS "coalesce" FROM (SELECT counts.name, sum((counts.n)::bigint) AS n FROM (SELECT json_each_text.key, json_each_text.value FROM json_each_text(add_by_name.of_one) json_each_text(key, value) UNION ALL SELECT json_each_text.key, json_each_text.value FROM json_each_text(add_by_name.of_other) json_each_text(key, value)) counts(name, n) GROUP BY counts.name HAVING (sum((counts.n)::bigint) > (0)::numeric)) sums);
CREATE FUNCTION public.add_counts(a integer[], b integer[]) RETURNS integer[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
    SELECT coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) ORDER BY n), '{}')
    FROM unnest(a, b) WITH ORDINALITY AS both_counts (x, y, n)
$$;
CREATE FUNCTION public.add_hours(of_one integer[], of_other integer[]) RETURNS integer[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT (hours.a + hours.b) FROM UNNEST(add_hours.of_one, add_hours.of_other) WITH ORDINALITY hours(a, b, hour) ORDER BY hours.hour);
CREATE FUNCTION public.all_keywords() RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '00000000-0000-0000-0000-000000000000'::uuid;
CREATE TABLE public.notification_counts (
    user_id uuid NOT NULL,
    keyword text NOT NULL,
    week timestamp with time zone NOT NULL,
    unread bigint DEFAULT 0 NOT NULL,
    read bigint DEFAULT 0 NOT NULL,
    archived bigint DEFAULT 0 NOT NULL,
    latest_unread timestamp with time zone,
    latest_read timestamp with time zone,
    latest_archived timestamp with time zone,
    CONSTRAINT notification_counts_archived_check CHECK ((archived >= 0)),
    CONSTRAINT notification_counts_check CHECK (((unread = 0) = (latest_unread IS NULL))),
    CONSTRAINT notification_counts_check1 CHECK (((read = 0) = (latest_read IS NULL))),
    CONSTRAINT notification_counts_check2 CHECK (((archived = 0) = (latest_archived IS NULL))),
    CONSTRAINT notification_counts_read_check CHECK ((read >= 0)),
    CONSTRAINT notification_counts_unread_check CHECK ((unread >= 0))
)
WITH (fillfactor='80');
CREATE FUNCTION public.change_notification_counts(changes public.notification_counts[]) RETURNS void
    LANGUAGE sql
    AS $$
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
CREATE FUNCTION public.count_changed_notifications() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.count_deleted_notifications() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.count_new_notifications() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.end_variant() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM watch_variants WHERE watch_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE FUNCTION public.ensure_week_partitions(first timestamp with time zone, last timestamp with time zone) RETURNS boolean
    LANGUAGE sql
    AS $$
    SELECT coalesce(bool_and(make_week(parent, monday::date)), true)
    FROM generate_series(date_trunc('week', first AT TIME ZONE 'UTC'), last AT TIME ZONE 'UTC',
                         interval '7 days') AS monday,
         unnest(ARRAY['items', 'notifications']) AS parent
$$;
CREATE FUNCTION public.hasten_feed_host() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE feed_hosts SET due_at = least(due_at, NEW.next_poll_at) WHERE host = NEW.host;
    RETURN NULL;
END $$;
CREATE FUNCTION public.in_hour(at timestamp with time zone, n bigint) RETURNS integer[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((array_fill(0, ARRAY[(EXTRACT(hour FROM (at AT TIME ZONE 'UTC'::text)))::integer]) || (n)::integer) || array_fill(0, ARRAY[(23 - (EXTRACT(hour FROM (at AT TIME ZONE 'UTC'::text)))::integer)]));
CREATE FUNCTION public.is_site(place text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((lower(place) = ANY (ARRAY['news.ycombinator.com'::text, 'bsky.app'::text, 'join-lemmy.org'::text])) OR (lower(place) ~~ 'feed/%'::text) OR (lower(place) ~~ 'c/%@%'::text));
CREATE FUNCTION public.lag_counts(steps integer[]) RETURNS integer[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
    SELECT array_agg(coalesce(n, 0)::integer ORDER BY step)
    FROM generate_series(0, 59) AS step
    LEFT JOIN (SELECT s, count(*) AS n FROM unnest(steps) AS s GROUP BY s) AS counted ON s = step
$$;
CREATE FUNCTION public.latest_notification(of_user uuid, of_keyword text, of_week timestamp with time zone, of_status text) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
    RETURN (
        SELECT created_at FROM notifications
        WHERE user_id = of_user AND lower(keyword) = of_keyword AND status = of_status
            AND deleted_at IS NULL AND seen_at >= of_week AND seen_at < of_week + interval '7 days'
        ORDER BY created_at DESC LIMIT 1);
END
$$;
CREATE FUNCTION public.lock_counted_matches(of_users uuid[]) RETURNS void
    LANGUAGE sql
    AS $$
    INSERT INTO counted_matches AS counted (user_id, seq)
    SELECT DISTINCT user_id, 0 FROM unnest(of_users) AS changed (user_id) ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET seq = counted.seq
$$;
CREATE FUNCTION public.make_unmatched_items(first timestamp with time zone, past timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    SET lock_timeout TO '200ms'
    AS $$
DECLARE
    part text := 'unmatched_items_' || to_char(first AT TIME ZONE 'UTC', 'YYYY_MM_DD_HH24');
BEGIN
    IF to_regclass(quote_ident(part)) IS NOT NULL THEN
        RETURN true;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('harken.partitions'));
    IF to_regclass(quote_ident(part)) IS NOT NULL THEN
        RETURN true;
    END IF;
    -- Rows are added and then dropped with their table: a vacuum of what was added is for nothing.
    EXECUTE format(
        'CREATE TABLE %I (LIKE unmatched_items INCLUDING ALL,
            CONSTRAINT part CHECK (seen_at >= %L AND seen_at < %L))
         WITH (autovacuum_vacuum_insert_threshold = -1)',
        part, first, past);
    EXECUTE format('CREATE UNIQUE INDEX ON %I (forum_id)', part);
    EXECUTE format('ALTER TABLE unmatched_items ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                   part, first, past);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT part', part);
    RETURN true;
EXCEPTION
    WHEN lock_not_available THEN
        RETURN false;
    WHEN duplicate_table THEN
        RETURN true;
END
$$;
CREATE FUNCTION public.make_week(parent text, monday date) RETURNS boolean
    LANGUAGE plpgsql
    SET lock_timeout TO '200ms'
    AS $$
DECLARE
    week text := parent || '_' || to_char(monday, 'YYYY_MM_DD');
    first timestamptz := monday::timestamp AT TIME ZONE 'UTC';
    past timestamptz := (monday + 7)::timestamp AT TIME ZONE 'UTC';
BEGIN
    IF to_regclass(quote_ident(week)) IS NOT NULL THEN
        RETURN true;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('harken.partitions'));
    IF to_regclass(quote_ident(week)) IS NOT NULL THEN
        RETURN true;
    END IF;
    -- Without foreign keys, which the parent hands down: of two that say the same one would be
    -- dropped, and that would ask for users alone.
    EXECUTE format(
        'CREATE TABLE %I (LIKE %I INCLUDING ALL, CONSTRAINT week CHECK (seen_at >= %L AND seen_at < %L))',
        week, parent, first, past);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                   parent, week, first, past);
    -- The bounds say it from now on.
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT week', week);
    RETURN true;
EXCEPTION
    WHEN lock_not_available THEN
        RETURN false;
    -- Another process made it while this one waited for its turn, and the name was looked up
    -- before.
    WHEN duplicate_table THEN
        RETURN true;
END
$$;
CREATE FUNCTION public.note_rule_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.rule_changed_at := NEW.updated_at;
    NEW.paused_at := NULL;
    NEW.paused_part := NULL;
    DELETE FROM near_misses WHERE watch_id = NEW.id;
    RETURN NEW;
END
$$;
CREATE FUNCTION public.outbox_queue(channel text, kind text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (CASE WHEN (channel = 'mail'::text) THEN 0 ELSE 3 END + CASE WHEN (kind = ANY (ARRAY['match'::text, 'test'::text])) THEN 1 WHEN (kind = 'digest'::text) THEN 2 ELSE 0 END);
CREATE FUNCTION public.outdated_weeks(cutoff timestamp with time zone) RETURNS TABLE(name text)
    LANGUAGE sql
    AS $_$
    -- Notifications before the items that they are about. The planner may look at the names of all
    -- tables first, so that names without a date must do no harm.
    SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('items'::regclass, 'notifications'::regclass)
        AND CASE WHEN c.relname ~ '_\d{4}_\d\d_\d\d$' THEN
            (to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7)::timestamp AT TIME ZONE 'UTC' <= cutoff
        END
    ORDER BY c.relname DESC
$_$;
CREATE FUNCTION public.raise_notification_versions(of_users uuid[]) RETURNS void
    LANGUAGE sql
    AS $$
    INSERT INTO notification_versions AS versions (user_id, version)
    SELECT DISTINCT user_id, 1 FROM unnest(of_users) AS changed (user_id) ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET version = versions.version + 1
$$;
CREATE FUNCTION public.read_as(place text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (lower(place) ~~ 'c/%@%'::text) THEN 'join-lemmy.org'::text ELSE lower(place) END;
CREATE FUNCTION public.record_variant_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) VALUES (coalesce(NEW.watch_id, OLD.watch_id));
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;
CREATE FUNCTION public.record_watch_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) VALUES (coalesce(NEW.id, OLD.id));
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;
CREATE FUNCTION public.recount_changed_matches() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
        matches = add_hours(known.matches::int[], change.matches)::text,
        opened = add_hours(known.opened::int[], change.opened)::text,
        not_relevant = add_hours(known.not_relevant::int[], change.not_relevant)::text
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
CREATE FUNCTION public.remember_deleted_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO deleted_users (id) VALUES (OLD.id);
    PERFORM pg_notify('user_deleted', '');
    RETURN NULL;
END
$$;
CREATE FUNCTION public.site_of(place text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN public.is_site(place) THEN public.read_as(place) ELSE ''::text END;
CREATE FUNCTION public.try_drop_week(name text, patience_milliseconds integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM set_config('lock_timeout', patience_milliseconds::text, true);
    EXECUTE format('DROP TABLE IF EXISTS %I', name);
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END
$$;
CREATE FUNCTION public.utc_day(at timestamp with time zone) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((at AT TIME ZONE 'UTC'::text))::date;
CREATE FUNCTION public.wait_counts(steps integer[]) RETURNS integer[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
    SELECT array_agg(coalesce(n, 0)::integer ORDER BY step)
    FROM generate_series(0, (SELECT max(s) FROM unnest(steps) AS s)) AS step
    LEFT JOIN (SELECT s, count(*) AS n FROM unnest(steps) AS s GROUP BY s) AS counted ON s = step
$$;
CREATE AGGREGATE public.sum_counts(integer[]) (
    SFUNC = public.add_counts,
    STYPE = integer[],
    PARALLEL = safe
);
CREATE AGGREGATE public.sum_hours(integer[]) (
    SFUNC = public.add_hours,
    STYPE = integer[],
    INITCOND = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'
);
CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE public.attempts (
    id uuid NOT NULL,
    outbox_id uuid NOT NULL,
    number integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    status_code integer,
    CONSTRAINT attempts_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'skipped'::text, 'retry'::text, 'dead'::text])))
);
CREATE TABLE public.billing_customers (
    id uuid NOT NULL,
    user_id uuid,
    provider text NOT NULL,
    provider_id text,
    begun bigint DEFAULT 0 NOT NULL,
    applied bigint DEFAULT 0 NOT NULL,
    look_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT billing_customers_applied_check CHECK (((applied >= 0) AND (applied <= begun))),
    CONSTRAINT billing_customers_provider_check CHECK ((provider = 'stripe'::text)),
    CONSTRAINT billing_customers_provider_id_check CHECK (((char_length(provider_id) >= 1) AND (char_length(provider_id) <= 255)))
);
CREATE TABLE public.checkouts (
    id uuid NOT NULL,
    customer_id uuid NOT NULL,
    period text NOT NULL,
    provider_id text,
    created_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT checkouts_period_check CHECK ((period = ANY (ARRAY['month'::text, 'year'::text])))
);
CREATE TABLE public.chosen_sites (
    place text NOT NULL,
    chosen_at timestamp with time zone NOT NULL,
    CONSTRAINT chosen_sites_place_check CHECK ((length(place) <= 100))
);
CREATE TABLE public.counted_matches (
    user_id uuid NOT NULL,
    seq bigint NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.coverage_audits (
    id uuid NOT NULL,
    place text NOT NULL,
    kind text NOT NULL,
    audited_at timestamp with time zone NOT NULL,
    items integer NOT NULL,
    missing integer NOT NULL,
    CONSTRAINT coverage_audits_check CHECK (((missing >= 0) AND (missing <= items))),
    CONSTRAINT coverage_audits_items_check CHECK ((items >= 0)),
    CONSTRAINT coverage_audits_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
);
CREATE TABLE public.coverage_gaps (
    id uuid NOT NULL,
    listing text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    opened_at timestamp with time zone,
    closes_at timestamp with time zone,
    threads_until timestamp with time zone,
    thread_asks integer DEFAULT 0 NOT NULL,
    CONSTRAINT coverage_gaps_thread_asks_check CHECK ((thread_asks >= 0))
);
CREATE TABLE public.coverage_hours (
    place text NOT NULL,
    kind text NOT NULL,
    hour timestamp with time zone NOT NULL,
    items bigint DEFAULT 0 NOT NULL,
    gap_seconds bigint DEFAULT 0 NOT NULL,
    lag integer[] DEFAULT array_fill(0, ARRAY[60]) NOT NULL,
    waits integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT coverage_hours_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text]))),
    CONSTRAINT coverage_hours_lag_check CHECK ((array_length(lag, 1) = 60))
);
CREATE TABLE public.deleted_users (
    id uuid NOT NULL,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.digest_entries (
    digest_id uuid NOT NULL,
    notification_id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    cause text NOT NULL,
    CONSTRAINT digest_entries_cause_check CHECK ((cause = ANY (ARRAY['together'::text, 'hourly'::text, 'daily'::text, 'weekly'::text, 'quiet'::text, 'burst'::text, 'snooze'::text])))
);
CREATE TABLE public.digests (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    endpoint_id uuid,
    due_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.email_tokens (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    token_hash bytea NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    registration jsonb,
    CONSTRAINT email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text]))),
    CONSTRAINT email_tokens_registration_check CHECK (((registration IS NULL) OR (purpose = 'verify'::text))),
    CONSTRAINT email_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE TABLE public.endpoints (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    channel text NOT NULL,
    name text NOT NULL,
    target bytea NOT NULL,
    fingerprint bytea NOT NULL,
    shown text NOT NULL,
    watch_ids uuid[],
    secret_version integer DEFAULT 1 NOT NULL,
    failing_since timestamp with time zone,
    last_error text,
    last_sent_at timestamp with time zone,
    paused_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    holds integer DEFAULT 0 NOT NULL,
    held_until timestamp with time zone,
    reports_gaps boolean DEFAULT false NOT NULL,
    CONSTRAINT endpoints_channel_check CHECK ((channel = ANY (ARRAY['push'::text, 'webhook'::text, 'slack'::text, 'discord'::text, 'telegram'::text, 'ntfy'::text]))),
    CONSTRAINT endpoints_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT endpoints_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE TABLE public.feed_hosts (
    host text NOT NULL,
    free_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    next_at timestamp with time zone GENERATED ALWAYS AS (
CASE
    WHEN (due_at IS NOT NULL) THEN GREATEST(free_at, due_at)
    ELSE NULL::timestamp with time zone
END) STORED
);
CREATE TABLE public.feeds (
    id uuid NOT NULL,
    place text NOT NULL,
    origin text NOT NULL,
    address text NOT NULL,
    host text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    site text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    etag text,
    last_modified text,
    known bytea DEFAULT '\x'::bytea NOT NULL,
    next_poll_at timestamp with time zone,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    polled_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    last_error text,
    interval_seconds integer NOT NULL,
    polls bigint DEFAULT 0 NOT NULL,
    unchanged bigint DEFAULT 0 NOT NULL,
    items bigint DEFAULT 0 NOT NULL,
    known_titles bytea DEFAULT '\x'::bytea NOT NULL,
    CONSTRAINT feeds_address_check CHECK ((length(address) <= 2000)),
    CONSTRAINT feeds_interval_seconds_check CHECK (((interval_seconds >= 300) AND (interval_seconds <= 21600))),
    CONSTRAINT feeds_origin_check CHECK ((length(origin) <= 2000)),
    CONSTRAINT feeds_place_check CHECK (((place = lower(place)) AND (length(place) <= 100)))
);
CREATE TABLE public.gap_changes (
    gap_id uuid NOT NULL,
    state text NOT NULL,
    place text NOT NULL,
    kind text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    round_id uuid,
    CONSTRAINT gap_changes_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text]))),
    CONSTRAINT gap_changes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'filled'::text, 'closed'::text])))
);
CREATE TABLE public.gap_fills (
    kind text NOT NULL,
    name text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    after text,
    reached_at timestamp with time zone NOT NULL,
    items_read integer NOT NULL,
    breaks integer DEFAULT 0 NOT NULL,
    try_at timestamp with time zone NOT NULL,
    give_up_at timestamp with time zone NOT NULL,
    fence bigint DEFAULT 0 NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    batch uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT gap_fills_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text]))),
    CONSTRAINT gap_fills_name_check CHECK ((name = lower(name)))
);
CREATE TABLE public.gap_rounds (
    id uuid NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    after_user uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    ended_at timestamp with time zone
);
CREATE TABLE public.hearing_tests (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    watch_id uuid NOT NULL,
    keyword text NOT NULL,
    post jsonb NOT NULL,
    planted_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    matched_at timestamp with time zone,
    stored_at timestamp with time zone,
    seq bigint,
    matches jsonb DEFAULT '[]'::jsonb NOT NULL,
    ways jsonb DEFAULT '[]'::jsonb NOT NULL,
    failure text
);
CREATE TABLE public.insight_jobs (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    watch_ids uuid[] NOT NULL,
    keywords text[] NOT NULL,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    CONSTRAINT insight_jobs_keywords_check CHECK ((cardinality(keywords) = cardinality(watch_ids))),
    CONSTRAINT insight_jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT insight_jobs_watch_ids_check CHECK (((cardinality(watch_ids) >= 1) AND (cardinality(watch_ids) <= 50)))
);
CREATE TABLE public.insight_parts (
    job_id uuid NOT NULL,
    "position" integer NOT NULL,
    part jsonb NOT NULL
);
CREATE TABLE public.insight_results (
    user_id uuid NOT NULL,
    job_id uuid NOT NULL,
    generated_at timestamp with time zone NOT NULL,
    result jsonb NOT NULL,
    cleared_at timestamp with time zone
);
CREATE TABLE public.invitations (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    email text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_by uuid,
    CONSTRAINT invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE TABLE public.item_keys (
    forum_id text NOT NULL,
    item_id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    story_id text,
    check_at timestamp with time zone,
    checked_at timestamp with time zone,
    checked_until timestamp with time zone,
    misses integer DEFAULT 0 NOT NULL,
    unanswered integer DEFAULT 0 NOT NULL,
    stays boolean,
    is_thread boolean DEFAULT false NOT NULL,
    is_alerted boolean DEFAULT true NOT NULL
);
CREATE TABLE public.items (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer DEFAULT 0 NOT NULL,
    num_comments integer DEFAULT 0 NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text DEFAULT ''::text NOT NULL,
    near_hash bigint,
    gone_at timestamp with time zone,
    story_id text DEFAULT ''::text NOT NULL,
    flair text DEFAULT ''::text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    is_matched boolean DEFAULT false NOT NULL,
    CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
)
PARTITION BY RANGE (seen_at);
CREATE TABLE public.items_2026_11_23 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer DEFAULT 0 NOT NULL,
    num_comments integer DEFAULT 0 NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text DEFAULT ''::text NOT NULL,
    near_hash bigint,
    gone_at timestamp with time zone,
    story_id text DEFAULT ''::text NOT NULL,
    flair text DEFAULT ''::text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    is_matched boolean DEFAULT false NOT NULL,
    CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
);
CREATE TABLE public.items_2026_11_30 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer DEFAULT 0 NOT NULL,
    num_comments integer DEFAULT 0 NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text DEFAULT ''::text NOT NULL,
    near_hash bigint,
    gone_at timestamp with time zone,
    story_id text DEFAULT ''::text NOT NULL,
    flair text DEFAULT ''::text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    is_matched boolean DEFAULT false NOT NULL,
    CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
);
CREATE TABLE public.items_2026_12_07 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer DEFAULT 0 NOT NULL,
    num_comments integer DEFAULT 0 NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text DEFAULT ''::text NOT NULL,
    near_hash bigint,
    gone_at timestamp with time zone,
    story_id text DEFAULT ''::text NOT NULL,
    flair text DEFAULT ''::text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    is_matched boolean DEFAULT false NOT NULL,
    CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
);
CREATE TABLE public.items_2026_12_14 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer DEFAULT 0 NOT NULL,
    num_comments integer DEFAULT 0 NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text DEFAULT ''::text NOT NULL,
    near_hash bigint,
    gone_at timestamp with time zone,
    story_id text DEFAULT ''::text NOT NULL,
    flair text DEFAULT ''::text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    is_matched boolean DEFAULT false NOT NULL,
    CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
);
CREATE TABLE public.items_2026_12_21 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer DEFAULT 0 NOT NULL,
    num_comments integer DEFAULT 0 NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text DEFAULT ''::text NOT NULL,
    near_hash bigint,
    gone_at timestamp with time zone,
    story_id text DEFAULT ''::text NOT NULL,
    flair text DEFAULT ''::text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    is_matched boolean DEFAULT false NOT NULL,
    CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
);
CREATE TABLE public.lemmy_instances (
    address text NOT NULL,
    next_poll_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    polled_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    last_error text,
    CONSTRAINT lemmy_instances_address_check CHECK ((length(address) <= 2000))
);
CREATE TABLE public.live_cursors (
    user_id uuid NOT NULL,
    seq bigint NOT NULL,
    hour timestamp with time zone,
    listed bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.mail_requests (
    id uuid NOT NULL,
    wanted text NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    registration jsonb,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT mail_requests_failures_check CHECK ((failures >= 0)),
    CONSTRAINT mail_requests_registration_check CHECK (((registration IS NULL) OR (wanted = 'registration'::text))),
    CONSTRAINT mail_requests_wanted_check CHECK ((wanted = ANY (ARRAY['registration'::text, 'verification'::text, 'reset'::text])))
);
CREATE TABLE public.match_authors (
    user_id uuid NOT NULL,
    day date NOT NULL,
    watch_id uuid NOT NULL,
    site text NOT NULL,
    authors json NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.match_hours (
    user_id uuid NOT NULL,
    day date NOT NULL,
    watch_id uuid NOT NULL,
    matches text NOT NULL,
    opened text NOT NULL,
    not_relevant text NOT NULL,
    CONSTRAINT match_hours_matches_check CHECK (((cardinality((matches)::integer[]) = 24) AND (0 <= ALL ((matches)::integer[])))),
    CONSTRAINT match_hours_not_relevant_check CHECK (((cardinality((not_relevant)::integer[]) = 24) AND (0 <= ALL ((not_relevant)::integer[])))),
    CONSTRAINT match_hours_opened_check CHECK (((cardinality((opened)::integer[]) = 24) AND (0 <= ALL ((opened)::integer[]))))
)
WITH (fillfactor='80');
CREATE TABLE public.match_places (
    user_id uuid NOT NULL,
    watch_id uuid NOT NULL,
    day date NOT NULL,
    places json NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.mutes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    watch_id uuid,
    kind text NOT NULL,
    value text NOT NULL,
    shown text NOT NULL,
    until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT mutes_kind_check CHECK ((kind = ANY (ARRAY['author'::text, 'subreddit'::text, 'thread'::text, 'word'::text]))),
    CONSTRAINT mutes_shown_check CHECK (((char_length(shown) >= 1) AND (char_length(shown) <= 1000))),
    CONSTRAINT mutes_value_check CHECK (((char_length(value) >= 1) AND (char_length(value) <= 200)))
);
CREATE TABLE public.near_bands (
    band integer NOT NULL,
    item_id uuid NOT NULL,
    hash bigint NOT NULL,
    story_id text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);
CREATE TABLE public.near_misses (
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    looked_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    hours integer DEFAULT 0 NOT NULL,
    found jsonb DEFAULT '[]'::jsonb NOT NULL,
    dismissed_at timestamp with time zone
);
CREATE TABLE public.notification_versions (
    user_id uuid NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.notifications (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    item_id uuid NOT NULL,
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    seq bigint NOT NULL,
    keyword text NOT NULL,
    matches jsonb NOT NULL,
    status text DEFAULT 'unread'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    muted_by uuid,
    not_relevant_at timestamp with time zone,
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['unread'::text, 'read'::text, 'archived'::text])))
)
PARTITION BY RANGE (seen_at);
CREATE TABLE public.notifications_2026_11_23 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    item_id uuid NOT NULL,
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    seq bigint NOT NULL,
    keyword text NOT NULL,
    matches jsonb NOT NULL,
    status text DEFAULT 'unread'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    muted_by uuid,
    not_relevant_at timestamp with time zone,
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['unread'::text, 'read'::text, 'archived'::text])))
);
CREATE TABLE public.notifications_2026_11_30 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    item_id uuid NOT NULL,
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    seq bigint NOT NULL,
    keyword text NOT NULL,
    matches jsonb NOT NULL,
    status text DEFAULT 'unread'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    muted_by uuid,
    not_relevant_at timestamp with time zone,
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['unread'::text, 'read'::text, 'archived'::text])))
);
CREATE TABLE public.notifications_2026_12_07 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    item_id uuid NOT NULL,
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    seq bigint NOT NULL,
    keyword text NOT NULL,
    matches jsonb NOT NULL,
    status text DEFAULT 'unread'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    muted_by uuid,
    not_relevant_at timestamp with time zone,
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['unread'::text, 'read'::text, 'archived'::text])))
);
CREATE TABLE public.notifications_2026_12_14 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    item_id uuid NOT NULL,
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    seq bigint NOT NULL,
    keyword text NOT NULL,
    matches jsonb NOT NULL,
    status text DEFAULT 'unread'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    muted_by uuid,
    not_relevant_at timestamp with time zone,
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['unread'::text, 'read'::text, 'archived'::text])))
);
CREATE TABLE public.notifications_2026_12_21 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    item_id uuid NOT NULL,
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    seq bigint NOT NULL,
    keyword text NOT NULL,
    matches jsonb NOT NULL,
    status text DEFAULT 'unread'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    muted_by uuid,
    not_relevant_at timestamp with time zone,
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['unread'::text, 'read'::text, 'archived'::text])))
);
CREATE TABLE public.outbox (
    id uuid NOT NULL,
    channel text NOT NULL,
    kind text NOT NULL,
    user_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    subject_seen_at timestamp with time zone,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    endpoint_id uuid,
    dismissed_at timestamp with time zone,
    unanswered integer DEFAULT 0 NOT NULL,
    CONSTRAINT outbox_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text, 'webhook'::text, 'slack'::text, 'discord'::text, 'telegram'::text, 'ntfy'::text]))),
    CONSTRAINT outbox_endpoint_check CHECK (((channel = 'mail'::text) = (endpoint_id IS NULL))),
    CONSTRAINT outbox_kind_check CHECK ((kind = ANY (ARRAY['match'::text, 'digest'::text, 'test'::text, 'coverage_gap'::text, 'endpoint_paused'::text, 'watch_paused'::text, 'verify_email'::text, 'reset_password'::text, 'already_registered'::text, 'upgraded'::text, 'password_changed'::text]))),
    CONSTRAINT outbox_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'skipped'::text, 'dead'::text])))
);
CREATE TABLE public.place_readings (
    place text NOT NULL,
    kind text NOT NULL,
    since timestamp with time zone NOT NULL,
    read_until timestamp with time zone,
    rate_items double precision DEFAULT 0 NOT NULL,
    rate_seconds double precision DEFAULT 0 NOT NULL,
    rate_hour_items bigint DEFAULT 0 NOT NULL,
    rated_until timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT place_readings_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
);
CREATE TABLE public.places (
    name text NOT NULL,
    state text NOT NULL,
    since timestamp with time zone NOT NULL,
    is_watched boolean DEFAULT true NOT NULL,
    turn integer DEFAULT 0 NOT NULL,
    checked_at timestamp with time zone,
    next_check_at timestamp with time zone NOT NULL,
    bad_checks integer DEFAULT 0 NOT NULL,
    looked_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    readable_at timestamp with time zone,
    watchers integer DEFAULT 1 NOT NULL,
    CONSTRAINT places_name_check CHECK ((name = lower(name))),
    CONSTRAINT places_state_check CHECK ((state = ANY (ARRAY['unknown'::text, 'assumed'::text, 'ok'::text, 'private'::text, 'banned'::text, 'missing'::text])))
);
CREATE TABLE public.poll_plan (
    is_only boolean DEFAULT true NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    rated_at timestamp with time zone,
    next_audit_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    looks_a_minute double precision DEFAULT 0 NOT NULL,
    looks_counted_at timestamp with time zone,
    kept_days integer DEFAULT 90 NOT NULL,
    width_names integer DEFAULT 100 NOT NULL,
    width_complete integer DEFAULT 0 NOT NULL,
    width_needed integer DEFAULT 24 NOT NULL,
    width_since timestamp with time zone DEFAULT now() NOT NULL,
    moves_at timestamp with time zone,
    CONSTRAINT poll_plan_is_only_check CHECK (is_only),
    CONSTRAINT poll_plan_kept_days_check CHECK (((kept_days >= 1) AND (kept_days <= 90))),
    CONSTRAINT poll_plan_looks_a_minute_check CHECK ((looks_a_minute >= (0)::double precision)),
    CONSTRAINT poll_plan_width_complete_check CHECK ((width_complete >= 0)),
    CONSTRAINT poll_plan_width_names_check CHECK ((width_names > 0)),
    CONSTRAINT poll_plan_width_needed_check CHECK ((width_needed > 0))
);
CREATE TABLE public.poll_state (
    listing text NOT NULL,
    known_ids text[] DEFAULT '{}'::text[] NOT NULL,
    next_poll_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    polled_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    last_error text,
    items_seen bigint DEFAULT 0 NOT NULL,
    names text[] DEFAULT '{}'::text[] NOT NULL,
    scheduled_at timestamp with time zone,
    answered_at timestamp with time zone,
    failed_at timestamp with time zone,
    planned text[] DEFAULT '{}'::text[] NOT NULL,
    interval_ms bigint DEFAULT 5000 NOT NULL,
    CONSTRAINT poll_state_interval_ms_check CHECK ((interval_ms > 0))
);
CREATE TABLE public.provider_cursors (
    provider text NOT NULL,
    events_until timestamp with time zone NOT NULL,
    look_at timestamp with time zone NOT NULL,
    CONSTRAINT provider_cursors_provider_check CHECK ((provider = 'stripe'::text))
);
CREATE TABLE public.provider_events (
    provider text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    customer text NOT NULL,
    object text NOT NULL,
    told_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    reason text,
    handled_at timestamp with time zone,
    CONSTRAINT provider_events_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 255))),
    CONSTRAINT provider_events_provider_check CHECK ((provider = 'stripe'::text))
);
CREATE TABLE public.rate_limits (
    class text NOT NULL,
    key_hash bytea NOT NULL,
    window_start timestamp with time zone NOT NULL,
    count integer NOT NULL
);
CREATE TABLE public.unmatched_items (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer NOT NULL,
    num_comments integer NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text NOT NULL,
    story_id text NOT NULL,
    flair text NOT NULL,
    link text NOT NULL,
    CONSTRAINT unmatched_items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
)
PARTITION BY RANGE (seen_at);
CREATE VIEW public.recent_items AS
 SELECT items.id,
    items.seen_at,
    items.forum_id,
    items.kind,
    items.subreddit,
    items.author,
    items.title,
    items.body,
    items.url,
    items.score,
    items.num_comments,
    items.forum_created_at,
    items.thread_id,
    items.gone_at,
    items.story_id,
    items.flair,
    items.link
   FROM public.items
UNION ALL
 SELECT unmatched_items.id,
    unmatched_items.seen_at,
    unmatched_items.forum_id,
    unmatched_items.kind,
    unmatched_items.subreddit,
    unmatched_items.author,
    unmatched_items.title,
    unmatched_items.body,
    unmatched_items.url,
    unmatched_items.score,
    unmatched_items.num_comments,
    unmatched_items.forum_created_at,
    unmatched_items.thread_id,
    NULL::timestamp with time zone AS gone_at,
    unmatched_items.story_id,
    unmatched_items.flair,
    unmatched_items.link
   FROM public.unmatched_items;
CREATE TABLE public.refresh_tokens (
    token_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    replaced_at timestamp with time zone,
    CONSTRAINT refresh_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE TABLE public.request_budgets (
    account bytea NOT NULL,
    reported_most double precision,
    reported_left double precision,
    reported_until timestamp with time zone,
    silent_until timestamp with time zone,
    CONSTRAINT request_budgets_account_check CHECK ((octet_length(account) = 32))
);
CREATE TABLE public.requests_made (
    account bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    priority text NOT NULL,
    requests integer NOT NULL,
    CONSTRAINT requests_made_priority_check CHECK ((priority = ANY (ARRAY['person'::text, 'poll'::text, 'fill'::text, 'sweep'::text, 'verify'::text, 'check'::text])))
);
CREATE TABLE public.saved_searches (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    filters jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT saved_searches_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
    CONSTRAINT saved_searches_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE TABLE public.sequence_waiting (
    source text NOT NULL,
    id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    looks integer NOT NULL,
    next_look_at timestamp with time zone
);
CREATE TABLE public.sequences (
    source text NOT NULL,
    place text NOT NULL,
    read_to bigint NOT NULL,
    next_poll_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    polled_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    last_error text,
    CONSTRAINT sequences_source_check CHECK ((source = ANY (ARRAY['hacker_news'::text, 'bluesky'::text])))
);
CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone
);
CREATE TABLE public.setup_keys (
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.story_links (
    link_hash bigint NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    item_id uuid NOT NULL,
    story_id text NOT NULL
);
CREATE TABLE public.subreddit_checks (
    name text NOT NULL,
    display text NOT NULL,
    found boolean NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    reason text,
    CONSTRAINT subreddit_checks_name_check CHECK ((name = lower(name))),
    CONSTRAINT subreddit_checks_reason_check CHECK ((reason = ANY (ARRAY['private'::text, 'banned'::text, 'not_found'::text])))
);
CREATE TABLE public.subscriptions (
    id uuid NOT NULL,
    customer_id uuid NOT NULL,
    provider_id text NOT NULL,
    plan text NOT NULL,
    status text NOT NULL,
    period text NOT NULL,
    price_id text NOT NULL,
    current_period_end timestamp with time zone NOT NULL,
    cancel_at_period_end boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT subscriptions_period_check CHECK ((period = ANY (ARRAY['month'::text, 'year'::text]))),
    CONSTRAINT subscriptions_plan_check CHECK ((plan = 'pro'::text)),
    CONSTRAINT subscriptions_provider_id_check CHECK (((char_length(provider_id) >= 1) AND (char_length(provider_id) <= 255))),
    CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text, 'paused'::text]))),
    CONSTRAINT subscriptions_version_check CHECK ((version > 0))
);
CREATE TABLE public.unlisted_matches (
    watch_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    matches bigint NOT NULL,
    CONSTRAINT watch_hours_unlisted_check CHECK ((matches >= 0))
);
CREATE TABLE public.unmatched_items_2026_11_27_15 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer NOT NULL,
    num_comments integer NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text NOT NULL,
    story_id text NOT NULL,
    flair text NOT NULL,
    link text NOT NULL,
    CONSTRAINT unmatched_items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
)
WITH (autovacuum_vacuum_insert_threshold='-1');
CREATE TABLE public.unmatched_items_2026_11_27_18 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer NOT NULL,
    num_comments integer NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text NOT NULL,
    story_id text NOT NULL,
    flair text NOT NULL,
    link text NOT NULL,
    CONSTRAINT unmatched_items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
)
WITH (autovacuum_vacuum_insert_threshold='-1');
CREATE TABLE public.unmatched_items_2026_11_27_21 (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    forum_id text NOT NULL,
    kind text NOT NULL,
    subreddit text NOT NULL,
    author text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    score integer NOT NULL,
    num_comments integer NOT NULL,
    forum_created_at timestamp with time zone NOT NULL,
    thread_id text NOT NULL,
    story_id text NOT NULL,
    flair text NOT NULL,
    link text NOT NULL,
    CONSTRAINT unmatched_items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text])))
)
WITH (autovacuum_vacuum_insert_threshold='-1');
CREATE TABLE public.user_feeds (
    user_id uuid NOT NULL,
    feed_id uuid NOT NULL,
    added_at timestamp with time zone NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email_verified_at timestamp with time zone,
    plan text DEFAULT 'free'::text NOT NULL,
    subscription_status text DEFAULT 'active'::text NOT NULL,
    email_notifications boolean DEFAULT true NOT NULL,
    email_frequency text DEFAULT 'realtime'::text NOT NULL,
    theme text DEFAULT 'system'::text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    quiet_from integer,
    quiet_until integer,
    burst_limit integer DEFAULT 20 NOT NULL,
    snoozed_until timestamp with time zone,
    mail_refused_at timestamp with time zone,
    mail_refused_reason text,
    feed_version integer DEFAULT 1 NOT NULL,
    password_version integer DEFAULT 1 NOT NULL,
    first_steps boolean DEFAULT false NOT NULL,
    CONSTRAINT users_burst_limit_check CHECK (((burst_limit >= 1) AND (burst_limit <= 1000))),
    CONSTRAINT users_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
    CONSTRAINT users_email_frequency_check CHECK ((email_frequency = ANY (ARRAY['realtime'::text, 'hourly'::text, 'daily'::text, 'weekly'::text]))),
    CONSTRAINT users_first_name_check CHECK (((char_length(first_name) >= 1) AND (char_length(first_name) <= 100))),
    CONSTRAINT users_last_name_check CHECK (((char_length(last_name) >= 1) AND (char_length(last_name) <= 100))),
    CONSTRAINT users_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text]))),
    CONSTRAINT users_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
    CONSTRAINT users_quiet_hours_check CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND (quiet_from <> quiet_until))),
    CONSTRAINT users_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 1439))),
    CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text])))
);
CREATE TABLE public.watch_changes (
    transaction_id bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
    watch_id uuid NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.watch_variants (
    watch_id uuid NOT NULL,
    user_id uuid NOT NULL,
    keyword text NOT NULL,
    mode text NOT NULL,
    excluded_subreddits text[] NOT NULL,
    excluded_authors text[] NOT NULL,
    include_posts boolean NOT NULL,
    include_comments boolean NOT NULL,
    match_titles_only boolean NOT NULL,
    case_sensitive boolean NOT NULL,
    whole_word_only boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    expensive_part text,
    added bigint DEFAULT 0 NOT NULL,
    latest jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT watch_variants_check CHECK (((expensive_part IS NULL) OR (ended_at IS NOT NULL))),
    CONSTRAINT watch_variants_mode_check CHECK ((mode = ANY (ARRAY['literal'::text, 'query'::text]))),
    CONSTRAINT watch_variants_watch_id_check CHECK ((get_byte(uuid_send(watch_id), 6) < 128))
);
CREATE TABLE public.watches (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    keyword text NOT NULL,
    subreddits text[] NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    match_count bigint DEFAULT 0 NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    include_posts boolean DEFAULT true NOT NULL,
    include_comments boolean DEFAULT true NOT NULL,
    match_titles_only boolean DEFAULT false NOT NULL,
    case_sensitive boolean DEFAULT false NOT NULL,
    whole_word_only boolean DEFAULT false NOT NULL,
    browser_notification boolean DEFAULT true NOT NULL,
    email_notification boolean DEFAULT false NOT NULL,
    frequency text DEFAULT 'realtime'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    snoozed_until timestamp with time zone,
    last_match_at timestamp with time zone,
    mode text DEFAULT 'literal'::text NOT NULL,
    excluded_subreddits text[] DEFAULT '{}'::text[] NOT NULL,
    excluded_authors text[] DEFAULT '{}'::text[] NOT NULL,
    rule_changed_at timestamp with time zone DEFAULT now() NOT NULL,
    paused_at timestamp with time zone,
    paused_part text,
    match_hour timestamp with time zone,
    hour_matches bigint DEFAULT 0 NOT NULL,
    hour_before_matches bigint DEFAULT 0 NOT NULL,
    proposal_dismissed_at timestamp with time zone,
    CONSTRAINT watches_excluded_authors_check CHECK ((cardinality(excluded_authors) <= 100)),
    CONSTRAINT watches_excluded_subreddits_check CHECK ((cardinality(excluded_subreddits) <= 100)),
    CONSTRAINT watches_frequency_check CHECK ((frequency = ANY (ARRAY['realtime'::text, 'hourly'::text, 'daily'::text, 'weekly'::text]))),
    CONSTRAINT watches_keyword_check CHECK (
CASE mode
    WHEN 'literal'::text THEN ((char_length(keyword) >= 1) AND (char_length(keyword) <= 200))
    ELSE (((char_length(keyword) >= 1) AND (char_length(keyword) <= 1000)) AND (octet_length(keyword) <= 1500))
END),
    CONSTRAINT watches_mode_check CHECK ((mode = ANY (ARRAY['literal'::text, 'query'::text]))),
    CONSTRAINT watches_subreddits_check CHECK (((cardinality(subreddits) >= 1) AND (cardinality(subreddits) <= 100)))
)
WITH (fillfactor='80');
ALTER TABLE ONLY public.items ATTACH PARTITION public.items_2026_11_23 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-30 00:00:00+00');
ALTER TABLE ONLY public.items ATTACH PARTITION public.items_2026_11_30 FOR VALUES FROM ('2026-11-30 00:00:00+00') TO ('2026-12-07 00:00:00+00');
ALTER TABLE ONLY public.items ATTACH PARTITION public.items_2026_12_07 FOR VALUES FROM ('2026-12-07 00:00:00+00') TO ('2026-12-14 00:00:00+00');
ALTER TABLE ONLY public.items ATTACH PARTITION public.items_2026_12_14 FOR VALUES FROM ('2026-12-14 00:00:00+00') TO ('2026-12-21 00:00:00+00');
ALTER TABLE ONLY public.items ATTACH PARTITION public.items_2026_12_21 FOR VALUES FROM ('2026-12-21 00:00:00+00') TO ('2026-12-28 00:00:00+00');
ALTER TABLE ONLY public.notifications ATTACH PARTITION public.notifications_2026_11_23 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-30 00:00:00+00');
ALTER TABLE ONLY public.notifications ATTACH PARTITION public.notifications_2026_11_30 FOR VALUES FROM ('2026-11-30 00:00:00+00') TO ('2026-12-07 00:00:00+00');
ALTER TABLE ONLY public.notifications ATTACH PARTITION public.notifications_2026_12_07 FOR VALUES FROM ('2026-12-07 00:00:00+00') TO ('2026-12-14 00:00:00+00');
ALTER TABLE ONLY public.notifications ATTACH PARTITION public.notifications_2026_12_14 FOR VALUES FROM ('2026-12-14 00:00:00+00') TO ('2026-12-21 00:00:00+00');
ALTER TABLE ONLY public.notifications ATTACH PARTITION public.notifications_2026_12_21 FOR VALUES FROM ('2026-12-21 00:00:00+00') TO ('2026-12-28 00:00:00+00');
ALTER TABLE ONLY public.unmatched_items ATTACH PARTITION public.unmatched_items_2026_11_27_15 FOR VALUES FROM ('2026-11-27 15:00:00+00') TO ('2026-11-27 18:00:00+00');
ALTER TABLE ONLY public.unmatched_items ATTACH PARTITION public.unmatched_items_2026_11_27_18 FOR VALUES FROM ('2026-11-27 18:00:00+00') TO ('2026-11-27 21:00:00+00');
ALTER TABLE ONLY public.unmatched_items ATTACH PARTITION public.unmatched_items_2026_11_27_21 FOR VALUES FROM ('2026-11-27 21:00:00+00') TO ('2026-11-28 00:00:00+00');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000001', '2026-11-27 16:17:24.622876');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000002', '2026-11-27 16:17:24.632425');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000003', '2026-11-27 16:17:24.64414');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000004', '2026-11-27 16:17:24.655911');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000005', '2026-11-27 16:17:24.662239');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000006', '2026-11-27 16:17:24.667562');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000007', '2026-11-27 16:17:24.684489');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000008', '2026-11-27 16:17:24.694251');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000009', '2026-11-27 16:17:24.700479');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000020', '2026-11-27 16:17:24.704214');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000030', '2026-11-27 16:17:24.707149');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000031', '2026-11-27 16:17:24.718265');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000040', '2026-11-27 16:17:24.722105');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000041', '2026-11-27 16:17:24.726456');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000042', '2026-11-27 16:17:24.731085');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000043', '2026-11-27 16:17:24.74707');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000044', '2026-11-27 16:17:24.752258');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000050', '2026-11-27 16:17:24.756641');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000065', '2026-11-27 16:17:24.761547');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000066', '2026-11-27 16:17:24.777018');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000070', '2026-11-27 16:17:24.779653');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000075', '2026-11-27 16:17:24.790797');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000076', '2026-11-27 16:17:24.795406');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000084', '2026-11-27 16:17:24.801275');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000090', '2026-11-27 16:17:24.805379');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000100', '2026-11-27 16:17:24.810145');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000120', '2026-11-27 16:17:24.823112');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261122000130', '2026-11-27 16:17:24.82924');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000020', '2026-11-27 16:17:24.841835');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000021', '2026-11-27 16:17:24.847214');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000030', '2026-11-27 16:17:24.849879');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000031', '2026-11-27 16:17:24.853777');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000032', '2026-11-27 16:17:24.858695');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000033', '2026-11-27 16:17:24.865588');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000050', '2026-11-27 16:17:24.869723');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000051', '2026-11-27 16:17:24.874042');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000052', '2026-11-27 16:17:24.879093');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000060', '2026-11-27 16:17:24.882597');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000061', '2026-11-27 16:17:24.89499');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261123000070', '2026-11-27 16:17:24.898338');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261124000080', '2026-11-27 16:17:24.905945');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261124000090', '2026-11-27 16:17:24.916448');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261124000091', '2026-11-27 16:17:24.925426');
INSERT INTO public.__diesel_schema_migrations VALUES ('202611240000911', '2026-11-27 16:17:24.933378');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261124000092', '2026-11-27 16:17:24.936689');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000100', '2026-11-27 16:17:24.95562');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000110', '2026-11-27 16:17:24.968696');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000111', '2026-11-27 16:17:24.972526');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000112', '2026-11-27 16:17:24.975145');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000120', '2026-11-27 16:17:24.979219');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000121', '2026-11-27 16:17:24.987527');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000130', '2026-11-27 16:17:24.990638');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000140', '2026-11-27 16:17:24.995785');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000141', '2026-11-27 16:17:25.004718');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000150', '2026-11-27 16:17:25.006567');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000160', '2026-11-27 16:17:25.016572');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000161', '2026-11-27 16:17:25.022497');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000162', '2026-11-27 16:17:25.025482');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000163', '2026-11-27 16:17:25.028075');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000164', '2026-11-27 16:17:25.032068');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000170', '2026-11-27 16:17:25.035119');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000171', '2026-11-27 16:17:25.039669');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000172', '2026-11-27 16:17:25.043331');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000173', '2026-11-27 16:17:25.045359');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000180', '2026-11-27 16:17:25.047731');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000181', '2026-11-27 16:17:25.054686');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000182', '2026-11-27 16:17:25.061221');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000190', '2026-11-27 16:17:25.065277');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261125000191', '2026-11-27 16:17:25.070719');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000200', '2026-11-27 16:17:25.073734');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000201', '2026-11-27 16:17:25.080731');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000202', '2026-11-27 16:17:25.09095');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000203', '2026-11-27 16:17:25.095604');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000204', '2026-11-27 16:17:25.106551');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000205', '2026-11-27 16:17:25.110044');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000206', '2026-11-27 16:17:25.118341');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000209', '2026-11-27 16:17:25.125902');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000220', '2026-11-27 16:17:25.144958');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000225', '2026-11-27 16:17:25.158008');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000230', '2026-11-27 16:17:25.167992');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000231', '2026-11-27 16:17:25.17879');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000240', '2026-11-27 16:17:25.182076');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000241', '2026-11-27 16:17:25.189472');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000245', '2026-11-27 16:17:25.202023');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000250', '2026-11-27 16:17:25.209581');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126000260', '2026-11-27 16:17:25.227857');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261127000270', '2026-11-27 16:17:25.239809');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261127000280', '2026-11-27 16:17:25.255474');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261127000290', '2026-11-27 16:17:25.260099');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261127000295', '2026-11-27 16:17:25.266231');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261127000300', '2026-11-27 16:17:25.272451');
INSERT INTO public.attempts VALUES ('01a21dcc-1f5d-751d-be81-1c703150bf51', '01a21dcc-1f00-779d-8ccf-7ef79ff23461', 1, '2026-11-27 16:17:26.35302+00', '2026-11-27 16:17:26.364429+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-20bd-729e-8973-2d7048238c79', '01a21dcc-209f-7006-a6fa-ce20617d5ee9', 1, '2026-11-27 16:17:26.711469+00', '2026-11-27 16:17:26.715803+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-21e1-71c2-b3e8-579a843d7b9b', '01a21dcc-21a3-7071-ab0f-a1ec33a43113', 1, '2026-11-27 16:17:26.957291+00', '2026-11-27 16:17:26.987368+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-2b11-76ac-aff3-ce9ad8a8e935', '01a21dcc-2a91-7410-9a8e-9e2ca78b0f2f', 1, '2026-11-27 16:17:29.298571+00', '2026-11-27 16:17:29.352375+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2b0f-7577-968e-2382f9d6989d', '01a21dcc-2a91-7410-9a8e-9e2d0ca2247c', 1, '2026-11-27 16:17:29.298759+00', '2026-11-27 16:17:29.351767+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2b29-723e-beed-e47e45cc16fe', '01a21dcc-2a91-7410-9a8e-9e2bbc949822', 1, '2026-11-27 16:17:29.325319+00', '2026-11-27 16:17:29.374423+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-2b32-73d9-9369-db087ee0cd69', '01a21dcc-2a91-7410-9a8e-9e2ac822a3a4', 1, '2026-11-27 16:17:29.325146+00', '2026-11-27 16:17:29.394104+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-2b68-7469-86af-3af97ffa4317', '01a21dcc-2ae0-716c-9bd9-535fce805d90', 1, '2026-11-27 16:17:29.410361+00', '2026-11-27 16:17:29.443609+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2b7a-75f3-8839-65edba97eae7', '01a21dcc-2ae0-716c-9bd9-53617375dc61', 1, '2026-11-27 16:17:29.410729+00', '2026-11-27 16:17:29.459474+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2b80-74a1-9541-a1d851e032e1', '01a21dcc-2ae0-716c-9bd9-5362a675ae7a', 1, '2026-11-27 16:17:29.410875+00', '2026-11-27 16:17:29.471667+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2b8d-7216-8533-afad06155377', '01a21dcc-2ae0-716c-9bd9-5360ef7f371d', 1, '2026-11-27 16:17:29.410266+00', '2026-11-27 16:17:29.476708+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2b98-76d7-996f-533a9a429e6a', '01a21dcc-2add-747c-ab98-816a1b8549c6', 1, '2026-11-27 16:17:29.413716+00', '2026-11-27 16:17:29.490228+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-2b9a-702e-b90b-4d91df114855', '01a21dcc-2add-747c-ab98-816b1c2bcd4a', 1, '2026-11-27 16:17:29.414836+00', '2026-11-27 16:17:29.497658+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-2c48-7383-a2ad-d8b04812d64c', '01a21dcc-2bfb-76d8-a20b-597e3ee0901a', 1, '2026-11-27 16:17:29.63801+00', '2026-11-27 16:17:29.671652+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a21dcc-2c48-7383-a2ad-d8b1a7e5edaa', '01a21dcc-2bfb-76d8-a20b-597f1c0725b1', 1, '2026-11-27 16:17:29.628294+00', '2026-11-27 16:17:29.670743+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2c4c-748e-b010-bff3ae4b9fb6', '01a21dcc-2bfb-76d8-a20b-598075cc1108', 1, '2026-11-27 16:17:29.628431+00', '2026-11-27 16:17:29.668802+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2e67-70ac-9ea4-3da29b1402d0', '01a21dcc-2e36-71d5-b165-4594bc55a57f', 1, '2026-11-27 16:17:30.197985+00', '2026-11-27 16:17:30.214836+00', 'dead', 'permanent error (550): 5.1.1 Refused on demand', 550);
INSERT INTO public.attempts VALUES ('01a21dcc-2e67-70ac-9ea4-3da37baabdab', '01a21dcc-2e36-71d5-b165-4596639b9dc6', 1, '2026-11-27 16:17:30.19215+00', '2026-11-27 16:17:30.205801+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a21dcc-2e69-7662-92d3-5f86e69d598b', '01a21dcc-2e36-71d5-b165-4593e80697f9', 1, '2026-11-27 16:17:30.198119+00', '2026-11-27 16:17:30.211335+00', 'retry', 'transient error (451): 4.3.0 Try again later, on demand', 451);
INSERT INTO public.attempts VALUES ('01a21dcc-2e70-772d-bbc0-4a9cfc21850b', '01a21dcc-2e36-71d5-b165-4595dc86495b', 1, '2026-11-27 16:17:30.191914+00', '2026-11-27 16:17:30.224231+00', 'retry', 'answered 503', 503);
INSERT INTO public.attempts VALUES ('01a21dcc-a3a0-75a9-aa6c-4c7a737aac36', '01a21dcc-2e36-71d5-b165-4595dc86495b', 2, '2026-11-27 16:18:00.214789+00', '2026-11-27 16:18:00.223034+00', 'retry', 'answered 503', 503);
INSERT INTO public.attempts VALUES ('01a21dcc-a3a9-70e7-8291-12b1d1ac469a', '01a21dcc-2e36-71d5-b165-4593e80697f9', 2, '2026-11-27 16:18:00.221541+00', '2026-11-27 16:18:00.233078+00', 'retry', 'transient error (451): 4.3.0 Try again later, on demand', 451);
INSERT INTO public.counted_matches VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 0);
INSERT INTO public.coverage_hours VALUES ('all', 'comment', '2026-11-27 16:00:00+00', 1, 0, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{1}');
INSERT INTO public.coverage_hours VALUES ('all', 'post', '2026-11-27 16:00:00+00', 5, 0, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{5}');
INSERT INTO public.coverage_hours VALUES ('tea', 'post', '2026-11-27 16:00:00+00', 1, 0, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{1}');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2a89-7081-9278-6e9f8319265d', '01a21dcc-2a7d-7545-aa1a-bf8cfb2f4915', '2026-11-27 16:17:29.202396+00', 'daily');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2a89-7081-9278-6e9f8319265d', '01a21dcc-2ab6-70f4-b613-0ce8374feb16', '2026-11-27 16:17:29.251632+00', 'daily');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2a89-7081-9278-6e9f8319265d', '01a21dcc-2ab6-70f4-b613-0ceb1a35d627', '2026-11-27 16:17:29.251632+00', 'daily');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2adc-73e9-a0be-65c83afea9bc', '01a21dcc-2ab6-70f4-b613-0ce794d062f0', '2026-11-27 16:17:29.251632+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2adc-73e9-a0be-65c83afea9bc', '01a21dcc-2ab6-70f4-b613-0ced39e0819f', '2026-11-27 16:17:29.251632+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2adc-73e9-a0be-65c928d1e01d', '01a21dcc-2ab6-70f4-b613-0ce9a3a6e858', '2026-11-27 16:17:29.251632+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2adc-73e9-a0be-65c928d1e01d', '01a21dcc-2ab6-70f4-b613-0cec95fac6ec', '2026-11-27 16:17:29.251632+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a21dcc-2a89-7081-9278-6e9f8319265d', '01a21dcc-2e2d-7388-bbeb-b8334e9eefd6', '2026-11-27 16:17:30.140041+00', 'daily');
INSERT INTO public.digests VALUES ('01a21dcc-2adc-73e9-a0be-65c83afea9bc', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.421164+00', '2026-11-27 16:17:29.251632+00');
INSERT INTO public.digests VALUES ('01a21dcc-2adc-73e9-a0be-65c928d1e01d', '01a21dcc-2191-7323-bd54-5a8d3906cf87', NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.428258+00', '2026-11-27 16:17:29.251632+00');
INSERT INTO public.digests VALUES ('01a21dcc-2a89-7081-9278-6e9f8319265d', '01a21dcc-207d-7775-bf5a-364f885fe190', NULL, '2026-11-28 08:00:00+00', NULL, '2026-11-27 16:17:29.202396+00');
INSERT INTO public.email_tokens VALUES ('01a21dcc-1edd-77e2-9012-39d72e5c2edb', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'verify', '\x51ec3bfbba2541d7ce845a48299d9b38f81c8e671084a8c710fdb9a2bf5f159c', 'ada@example.com', '2026-11-27 16:17:26.237635+00', '2026-11-28 16:17:26.237635+00', '2026-11-27 16:17:26.371127+00', '{"at": "2026-11-27T16:17:26.187027Z", "lastName": "Reader", "timeZone": "UTC", "firstName": "Ada", "passwordHash": "$argon2id$v=19$m=19456,t=2,p=1$c+KBORIiFgr7Ct0Q7Gqjwg$pxii+A0eSNrkwoyS3pyOpS7RQg+3lbqkiZR6zC+6nGs"}');
INSERT INTO public.email_tokens VALUES ('01a21dcc-209e-76dc-95f2-1c8649c3f75d', '01a21dcc-207d-7775-bf5a-364f885fe190', 'verify', '\x21c8159d645a2d22a8119810ba0abfe771a1017fa8b0d306a953f56f9194bffb', 'ben@example.com', '2026-11-27 16:17:26.686288+00', '2026-11-28 16:17:26.686288+00', '2026-11-27 16:17:26.71829+00', '{"at": "2026-11-27T16:17:26.653173Z", "lastName": "Reader", "timeZone": "UTC", "firstName": "Ada", "passwordHash": "$argon2id$v=19$m=19456,t=2,p=1$dQgz4gfbdcvPK2n7RWwaYA$BeSknUHTWOuCbTHS0qzEdQoqDPUO000+O8FY9jZPZ8Y"}');
INSERT INTO public.email_tokens VALUES ('01a21dcc-21a2-7104-9390-82d67f35dda2', '01a21dcc-2191-7323-bd54-5a8d3906cf87', 'verify', '\x01396050015c66dae1359d2fce5f64667b7333fa9bb54445319e3d03ee7e3634', 'cleo@example.com', '2026-11-27 16:17:26.946247+00', '2026-11-28 16:17:26.946247+00', '2026-11-27 16:17:26.988035+00', '{"at": "2026-11-27T16:17:26.929450Z", "lastName": "Reader", "timeZone": "UTC", "firstName": "Ada", "passwordHash": "$argon2id$v=19$m=19456,t=2,p=1$anpim7fh9uLqXWd+rdijmw$JxfOFHTiZN+eiP06Bpl1oZxCemkwJsYLxObHPMtbJrc"}');
INSERT INTO public.endpoints VALUES ('01a21dcc-23e3-74b0-ac76-b1ce44c8a341', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'slack', 'My slack', '\x0b760ac7a47ad80c112154382536d9c4cb80d1aef8970cb92d94176bba3d5ba5a30fd14036b2df8c35c5d1483860304b835658a6d3688e9162f38922de0707a89bc9e96df41695d7daa3dca048e9bafd5b6074e6e918d1ea3f1ec799a8e6077544bde893ef', '\xf57932dbad81e64981d925bb1ff2b92e6c938a4c95fb746dc267c85b4425059e', '127.0.0.1', NULL, 1, NULL, NULL, '2026-11-27 16:17:30.205801+00', NULL, '2026-11-27 16:17:27.523524+00', 0, 0, NULL, false);
INSERT INTO public.endpoints VALUES ('01a21dcc-23d3-767b-af31-d005ce7033e8', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'webhook', 'My webhook', '\x0d0e1dd26c7e66362cbf5b87043125803b9106f4331891a6b2ec5bb960734b1ab0570bd93fe26767f71bf3829cb234fdadd81d124669f47065409ea5f101ba22f8d681ee093d6a92ad3cff02030d020f7569d420647908', '\x0ca96e80a11f08f4cd278652873e3ed4795c9a16bf8aedd36a50ccbb08a21d08', '127.0.0.1', NULL, 1, '2026-11-27 16:17:30.224231+00', 'answered 503', '2026-11-27 16:17:29.670743+00', NULL, '2026-11-27 16:17:27.507618+00', 2, 0, NULL, false);
INSERT INTO public.feed_hosts VALUES ('127.0.0.1', '2026-11-27 16:17:31.895612+00', '2026-11-27 16:47:29.886268+00', DEFAULT);
INSERT INTO public.feeds VALUES ('01a21dcc-24d7-7379-ba76-f757e37af9fb', 'feed/127.0.0.1/6ea334ac', 'http://127.0.0.1:45151/feeds/journal.rss', 'http://127.0.0.1:45151/feeds/journal.rss', '127.0.0.1', 'An invented journal', 'http://127.0.0.1:45151/journal', '2026-11-27 16:17:27.764484+00', '"d1fba762150c532c-rss"', 'Fri, 27 Nov 2026 16:17:24 GMT', '\x', '2026-11-27 16:47:29.895612+00', NULL, 1, '2026-11-27 16:17:29.886268+00', 0, NULL, 1800, 1, 1, 0, '\x');
INSERT INTO public.hearing_tests VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2bcf-70a7-a2f6-631e7e98f434', '01a21dcc-2303-7221-99f7-cc9f091de646', 'kettle', '{"body": "Harken planted this post so that you can see your alerts arrive. It is not published anywhere.", "kind": "post", "link": "", "flair": "", "place": "tea", "score": 1, "title": "Hearing test: kettle", "author": "harken-test"}', '2026-11-27 16:17:29.551522+00', '2026-11-27 16:17:29.556958+00', '2026-11-27 16:17:29.563774+00', '2026-11-27 16:17:29.564207+00', 4, '[{"end": 20, "field": "title", "start": 14}]', '[{"held": null, "name": null, "closed": null, "channel": "mail", "message_id": "01a21dcc-2bfb-76d8-a20b-597e3ee0901a"}, {"held": null, "name": "My webhook", "closed": null, "channel": "webhook", "message_id": "01a21dcc-2bfb-76d8-a20b-597f1c0725b1"}, {"held": null, "name": "My slack", "closed": null, "channel": "slack", "message_id": "01a21dcc-2bfb-76d8-a20b-598075cc1108"}]', NULL);
INSERT INTO public.item_keys VALUES ('t1_hv5g9pq8', '01a21dcc-2a75-77e6-a818-e72b9a36287d', '2026-11-27 16:17:29.202396+00', NULL, '2026-11-27 17:17:29.202396+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t3_1k8bauf', '01a21dcc-2aac-726c-8a73-592fc66c2f3c', '2026-11-27 16:17:29.251632+00', NULL, '2026-11-27 17:17:29.202396+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t3_1k8bauj', '01a21dcc-2aac-726c-8a73-593036e31b2b', '2026-11-27 16:17:29.251632+00', NULL, '2026-11-27 17:17:29.251632+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t3_1k8baul', '01a21dcc-2aac-726c-8a73-59319083758d', '2026-11-27 16:17:29.251632+00', NULL, '2026-11-27 17:17:29.251632+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t3_1k8baur', '01a21dcc-2e25-77ca-971a-15245c72608f', '2026-11-27 16:17:30.140041+00', NULL, '2026-11-27 17:17:30.140041+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.items_2026_11_23 VALUES ('01a21dcc-2a75-77e6-a818-e72b9a36287d', '2026-11-27 16:17:29.202396+00', 't1_hv5g9pq8', 'comment', 'tea', 'invented_commenter', 'Which kettle boils quietly?', 'My kettle does, and it was cheap.', 'http://127.0.0.1:45171/r/tea/comments/1k8bauf/which_kettle_boils_quietly/hv5g9pq8/', 1, 1, '2026-11-27 16:17:29+00', 't3_1k8bauf', NULL, NULL, 't3_1k8bauf', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a21dcc-2aac-726c-8a73-592fc66c2f3c', '2026-11-27 16:17:29.251632+00', 't3_1k8bauf', 'post', 'tea', 'invented_author', 'Which kettle boils quietly?', 'Mine whistles all day.', 'http://127.0.0.1:45171/r/tea/comments/1k8bauf/which_kettle_boils_quietly/', 1, 1, '2026-11-27 16:17:29+00', 't3_1k8bauf', NULL, NULL, 't3_1k8bauf', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a21dcc-2aac-726c-8a73-593036e31b2b', '2026-11-27 16:17:29.251632+00', 't3_1k8bauj', 'post', 'tea', 'invented_author', 'A kettle giveaway', 'Nobody is told of this one.', 'http://127.0.0.1:45171/r/tea/comments/1k8bauj/a_kettle_giveaway/', 1, 0, '2026-11-27 16:17:29+00', 't3_1k8bauj', NULL, NULL, 't3_1k8bauj', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a21dcc-2aac-726c-8a73-59319083758d', '2026-11-27 16:17:29.251632+00', 't3_1k8baul', 'post', 'Coffee', 'invented_author', 'A green teapot for coffee', 'It pours well.', 'http://127.0.0.1:45171/r/Coffee/comments/1k8baul/a_green_teapot_for_coffee/', 1, 0, '2026-11-27 16:17:29+00', 't3_1k8baul', NULL, NULL, 't3_1k8baul', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a21dcc-2e25-77ca-971a-15245c72608f', '2026-11-27 16:17:30.140041+00', 't3_1k8baur', 'post', 'tea', 'invented_author', 'A kettle that nobody is told of yet', 'Later.', 'http://127.0.0.1:45171/r/tea/comments/1k8baur/a_kettle_that_nobody_is_told_of_yet/', 1, 0, '2026-11-27 16:17:29+00', 't3_1k8baur', NULL, NULL, 't3_1k8baur', '', '', true);
INSERT INTO public.live_cursors VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 5, '2026-11-27 16:00:00+00', 4);
INSERT INTO public.live_cursors VALUES ('01a21dcc-207d-7775-bf5a-364f885fe190', 4, '2026-11-27 16:00:00+00', 4);
INSERT INTO public.live_cursors VALUES ('01a21dcc-2191-7323-bd54-5a8d3906cf87', 4, '2026-11-27 16:00:00+00', 4);
INSERT INTO public.mutes VALUES ('01a21dcc-2465-7574-856d-33ff69823f03', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', NULL, 'word', 'giveaway', 'giveaway', NULL, '2026-11-27 16:17:27.653105+00');
INSERT INTO public.notification_counts VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'teapot and (blue or green)', '2026-11-23 00:00:00+00', 0, 1, 0, NULL, '2026-11-27 16:17:29.251632+00', NULL);
INSERT INTO public.notification_counts VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'kettle', '2026-11-23 00:00:00+00', 3, 0, 0, '2026-11-27 16:17:30.140041+00', NULL, NULL);
INSERT INTO public.notification_counts VALUES ('01a21dcc-207d-7775-bf5a-364f885fe190', 'kettle', '2026-11-23 00:00:00+00', 4, 0, 0, '2026-11-27 16:17:30.140041+00', NULL, NULL);
INSERT INTO public.notification_counts VALUES ('01a21dcc-2191-7323-bd54-5a8d3906cf87', 'kettle', '2026-11-23 00:00:00+00', 4, 0, 0, '2026-11-27 16:17:30.140041+00', NULL, NULL);
INSERT INTO public.notification_versions VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 4);
INSERT INTO public.notification_versions VALUES ('01a21dcc-207d-7775-bf5a-364f885fe190', 3);
INSERT INTO public.notification_versions VALUES ('01a21dcc-2191-7323-bd54-5a8d3906cf87', 3);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2a7d-7545-aa1a-bf8b90775b64', '2026-11-27 16:17:29.202396+00', '01a21dcc-2a75-77e6-a818-e72b9a36287d', '01a21dcc-2303-7221-99f7-cc9f091de646', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 1, 'kettle', '[{"end": 9, "field": "body", "start": 3}]', 'unread', '2026-11-27 16:17:29.202396+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2a7d-7545-aa1a-bf8cfb2f4915', '2026-11-27 16:17:29.202396+00', '01a21dcc-2a75-77e6-a818-e72b9a36287d', '01a21dcc-239d-7593-8c62-9e740de1bb87', '01a21dcc-207d-7775-bf5a-364f885fe190', 1, 'kettle', '[{"end": 9, "field": "body", "start": 3}]', 'unread', '2026-11-27 16:17:29.202396+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2a7d-7545-aa1a-bf8dfa3a5f7c', '2026-11-27 16:17:29.202396+00', '01a21dcc-2a75-77e6-a818-e72b9a36287d', '01a21dcc-23c3-74ff-ab04-826d90f27d28', '01a21dcc-2191-7323-bd54-5a8d3906cf87', 1, 'kettle', '[{"end": 9, "field": "body", "start": 3}]', 'unread', '2026-11-27 16:17:29.202396+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2ab6-70f4-b613-0ce794d062f0', '2026-11-27 16:17:29.251632+00', '01a21dcc-2aac-726c-8a73-592fc66c2f3c', '01a21dcc-2303-7221-99f7-cc9f091de646', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 2, 'kettle', '[{"end": 12, "field": "title", "start": 6}]', 'unread', '2026-11-27 16:17:29.251632+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2ab6-70f4-b613-0ce8374feb16', '2026-11-27 16:17:29.251632+00', '01a21dcc-2aac-726c-8a73-592fc66c2f3c', '01a21dcc-239d-7593-8c62-9e740de1bb87', '01a21dcc-207d-7775-bf5a-364f885fe190', 2, 'kettle', '[{"end": 12, "field": "title", "start": 6}]', 'unread', '2026-11-27 16:17:29.251632+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2ab6-70f4-b613-0ceb1a35d627', '2026-11-27 16:17:29.251632+00', '01a21dcc-2aac-726c-8a73-593036e31b2b', '01a21dcc-239d-7593-8c62-9e740de1bb87', '01a21dcc-207d-7775-bf5a-364f885fe190', 3, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-27 16:17:29.251632+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2ab6-70f4-b613-0ce9a3a6e858', '2026-11-27 16:17:29.251632+00', '01a21dcc-2aac-726c-8a73-592fc66c2f3c', '01a21dcc-23c3-74ff-ab04-826d90f27d28', '01a21dcc-2191-7323-bd54-5a8d3906cf87', 2, 'kettle', '[{"end": 12, "field": "title", "start": 6}]', 'unread', '2026-11-27 16:17:29.251632+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2ab6-70f4-b613-0cec95fac6ec', '2026-11-27 16:17:29.251632+00', '01a21dcc-2aac-726c-8a73-593036e31b2b', '01a21dcc-23c3-74ff-ab04-826d90f27d28', '01a21dcc-2191-7323-bd54-5a8d3906cf87', 3, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-27 16:17:29.251632+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2ab6-70f4-b613-0ced39e0819f', '2026-11-27 16:17:29.251632+00', '01a21dcc-2aac-726c-8a73-59319083758d', '01a21dcc-2335-76c5-a469-ec54094e1d0b', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 3, 'teapot AND (blue OR green)', '[{"end": 7, "field": "title", "start": 2}, {"end": 14, "field": "title", "start": 8}]', 'read', '2026-11-27 16:17:29.251632+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2e2d-7388-bbeb-b8329d9e6c4a', '2026-11-27 16:17:30.140041+00', '01a21dcc-2e25-77ca-971a-15245c72608f', '01a21dcc-2303-7221-99f7-cc9f091de646', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 5, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-27 16:17:30.140041+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2e2d-7388-bbeb-b8334e9eefd6', '2026-11-27 16:17:30.140041+00', '01a21dcc-2e25-77ca-971a-15245c72608f', '01a21dcc-239d-7593-8c62-9e740de1bb87', '01a21dcc-207d-7775-bf5a-364f885fe190', 4, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-27 16:17:30.140041+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a21dcc-2e2d-7388-bbeb-b834d179397f', '2026-11-27 16:17:30.140041+00', '01a21dcc-2e25-77ca-971a-15245c72608f', '01a21dcc-23c3-74ff-ab04-826d90f27d28', '01a21dcc-2191-7323-bd54-5a8d3906cf87', 4, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-27 16:17:30.140041+00', NULL, NULL, NULL);
INSERT INTO public.outbox VALUES ('01a21dcc-1f00-779d-8ccf-7ef79ff23461', 'mail', 'verify_email', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-1edd-77e2-9012-39d72e5c2edb', NULL, 'sent', 1, '2026-11-27 16:17:26.237635+00', NULL, 1, NULL, '2026-11-27 16:17:26.237635+00', '2026-11-27 16:17:26.364429+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-209f-7006-a6fa-ce20617d5ee9', 'mail', 'verify_email', '01a21dcc-207d-7775-bf5a-364f885fe190', '01a21dcc-209e-76dc-95f2-1c8649c3f75d', NULL, 'sent', 1, '2026-11-27 16:17:26.686288+00', NULL, 1, NULL, '2026-11-27 16:17:26.686288+00', '2026-11-27 16:17:26.715803+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-21a3-7071-ab0f-a1ec33a43113', 'mail', 'verify_email', '01a21dcc-2191-7323-bd54-5a8d3906cf87', '01a21dcc-21a2-7104-9390-82d67f35dda2', NULL, 'sent', 1, '2026-11-27 16:17:26.946247+00', NULL, 1, NULL, '2026-11-27 16:17:26.946247+00', '2026-11-27 16:17:26.987368+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2a8b-767a-89b4-8989a6946eda', 'mail', 'digest', '01a21dcc-207d-7775-bf5a-364f885fe190', '01a21dcc-2a89-7081-9278-6e9f8319265d', NULL, 'pending', 0, '2026-11-28 08:00:00+00', NULL, 0, NULL, '2026-11-27 16:17:29.202396+00', NULL, NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2a91-7410-9a8e-9e2ca78b0f2f', 'webhook', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2a7d-7545-aa1a-bf8b90775b64', '2026-11-27 16:17:29.202396+00', 'sent', 1, '2026-11-27 16:17:29.202396+00', NULL, 1, NULL, '2026-11-27 16:17:29.202396+00', '2026-11-27 16:17:29.352375+00', '01a21dcc-23d3-767b-af31-d005ce7033e8', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2a91-7410-9a8e-9e2d0ca2247c', 'slack', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2a7d-7545-aa1a-bf8b90775b64', '2026-11-27 16:17:29.202396+00', 'sent', 1, '2026-11-27 16:17:29.202396+00', NULL, 1, NULL, '2026-11-27 16:17:29.202396+00', '2026-11-27 16:17:29.351767+00', '01a21dcc-23e3-74b0-ac76-b1ce44c8a341', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2a91-7410-9a8e-9e2bbc949822', 'mail', 'match', '01a21dcc-2191-7323-bd54-5a8d3906cf87', '01a21dcc-2a7d-7545-aa1a-bf8dfa3a5f7c', '2026-11-27 16:17:29.202396+00', 'sent', 1, '2026-11-27 16:17:29.202396+00', NULL, 1, NULL, '2026-11-27 16:17:29.202396+00', '2026-11-27 16:17:29.374423+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2a91-7410-9a8e-9e2ac822a3a4', 'mail', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2a7d-7545-aa1a-bf8b90775b64', '2026-11-27 16:17:29.202396+00', 'sent', 1, '2026-11-27 16:17:29.202396+00', NULL, 1, NULL, '2026-11-27 16:17:29.202396+00', '2026-11-27 16:17:29.394104+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2ae0-716c-9bd9-535fce805d90', 'webhook', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2ab6-70f4-b613-0ce794d062f0', '2026-11-27 16:17:29.251632+00', 'sent', 1, '2026-11-27 16:17:29.251632+00', NULL, 1, NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.443609+00', '01a21dcc-23d3-767b-af31-d005ce7033e8', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2ae0-716c-9bd9-53617375dc61', 'webhook', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2ab6-70f4-b613-0ced39e0819f', '2026-11-27 16:17:29.251632+00', 'sent', 1, '2026-11-27 16:17:29.251632+00', NULL, 1, NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.459474+00', '01a21dcc-23d3-767b-af31-d005ce7033e8', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2ae0-716c-9bd9-5362a675ae7a', 'slack', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2ab6-70f4-b613-0ced39e0819f', '2026-11-27 16:17:29.251632+00', 'sent', 1, '2026-11-27 16:17:29.251632+00', NULL, 1, NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.471667+00', '01a21dcc-23e3-74b0-ac76-b1ce44c8a341', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2ae0-716c-9bd9-5360ef7f371d', 'slack', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2ab6-70f4-b613-0ce794d062f0', '2026-11-27 16:17:29.251632+00', 'sent', 1, '2026-11-27 16:17:29.251632+00', NULL, 1, NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.476708+00', '01a21dcc-23e3-74b0-ac76-b1ce44c8a341', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2add-747c-ab98-816a1b8549c6', 'mail', 'digest', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2adc-73e9-a0be-65c83afea9bc', NULL, 'sent', 1, '2026-11-27 16:17:29.251632+00', NULL, 1, NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.490228+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2add-747c-ab98-816b1c2bcd4a', 'mail', 'digest', '01a21dcc-2191-7323-bd54-5a8d3906cf87', '01a21dcc-2adc-73e9-a0be-65c928d1e01d', NULL, 'sent', 1, '2026-11-27 16:17:29.251632+00', NULL, 1, NULL, '2026-11-27 16:17:29.251632+00', '2026-11-27 16:17:29.497658+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2bfb-76d8-a20b-597e3ee0901a', 'mail', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2bcf-70a7-a2f6-631e7e98f434', NULL, 'sent', 1, '2026-11-27 16:17:29.564207+00', NULL, 1, NULL, '2026-11-27 16:17:29.564207+00', '2026-11-27 16:17:29.671652+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2bfb-76d8-a20b-597f1c0725b1', 'webhook', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2bcf-70a7-a2f6-631e7e98f434', NULL, 'sent', 1, '2026-11-27 16:17:29.564207+00', NULL, 1, NULL, '2026-11-27 16:17:29.564207+00', '2026-11-27 16:17:29.670743+00', '01a21dcc-23d3-767b-af31-d005ce7033e8', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2bfb-76d8-a20b-598075cc1108', 'slack', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2bcf-70a7-a2f6-631e7e98f434', NULL, 'sent', 1, '2026-11-27 16:17:29.564207+00', NULL, 1, NULL, '2026-11-27 16:17:29.564207+00', '2026-11-27 16:17:29.668802+00', '01a21dcc-23e3-74b0-ac76-b1ce44c8a341', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2e36-71d5-b165-4594bc55a57f', 'mail', 'match', '01a21dcc-2191-7323-bd54-5a8d3906cf87', '01a21dcc-2e2d-7388-bbeb-b834d179397f', '2026-11-27 16:17:30.140041+00', 'dead', 1, '2026-11-27 16:17:30.140041+00', NULL, 1, 'permanent error (550): 5.1.1 Refused on demand', '2026-11-27 16:17:30.140041+00', '2026-11-27 16:17:30.214836+00', NULL, NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2e36-71d5-b165-4596639b9dc6', 'slack', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2e2d-7388-bbeb-b8329d9e6c4a', '2026-11-27 16:17:30.140041+00', 'sent', 1, '2026-11-27 16:17:30.140041+00', NULL, 1, NULL, '2026-11-27 16:17:30.140041+00', '2026-11-27 16:17:30.205801+00', '01a21dcc-23e3-74b0-ac76-b1ce44c8a341', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2e36-71d5-b165-4595dc86495b', 'webhook', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2e2d-7388-bbeb-b8329d9e6c4a', '2026-11-27 16:17:30.140041+00', 'pending', 2, '2026-11-27 16:28:44.045811+00', NULL, 2, 'answered 503', '2026-11-27 16:17:30.140041+00', NULL, '01a21dcc-23d3-767b-af31-d005ce7033e8', NULL, 0);
INSERT INTO public.outbox VALUES ('01a21dcc-2e36-71d5-b165-4593e80697f9', 'mail', 'match', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-2e2d-7388-bbeb-b8329d9e6c4a', '2026-11-27 16:17:30.140041+00', 'pending', 2, '2026-11-27 16:28:43.88552+00', NULL, 2, 'transient error (451): 4.3.0 Try again later, on demand', '2026-11-27 16:17:30.140041+00', NULL, NULL, NULL, 0);
INSERT INTO public.place_readings VALUES ('all', 'comment', '2026-11-27 16:17:26.109304+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('all', 'post', '2026-11-27 16:17:26.070441+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('coffee', 'comment', '2026-11-27 16:17:29.202396+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('tea', 'comment', '2026-11-27 16:17:29.202396+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('coffee', 'post', '2026-11-27 16:17:29.251632+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('tea', 'post', '2026-11-27 16:17:29.251632+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('feed/127.0.0.1/6ea334ac', 'post', '2026-11-27 16:17:29.895612+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.places VALUES ('coffee', 'ok', '2026-11-27 16:17:28.985288+00', true, 21, '2026-11-27 16:17:28.985288+00', '2026-11-28 16:41:13.699288+00', 0, '2026-11-27 16:17:29.076794+00', '2026-11-27 16:17:29.076794+00', 1);
INSERT INTO public.places VALUES ('tea', 'ok', '2026-11-27 16:17:29.061383+00', true, 21, '2026-11-27 16:17:29.061383+00', '2026-11-28 17:24:36.117383+00', 0, '2026-11-27 16:17:29.076794+00', '2026-11-27 16:17:29.076794+00', 3);
INSERT INTO public.poll_plan VALUES (true, 2, '2026-11-27 16:17:25.826056+00', '2026-11-27 16:19:25.73892+00', 0, '2026-11-27 16:17:25.738675+00', 90, 100, 0, 24, '2026-11-27 16:17:25.065277+00', NULL);
INSERT INTO public.poll_state VALUES ('posts:watched/00/', '{t3_1k8baur,t3_1k8baup,t3_1k8baul,t3_1k8bauj,t3_1k8bauf,t3_1k8baud,t3_1k8bau9}', '2026-11-27 16:18:01.586138+00', NULL, 16, '2026-11-27 16:17:59.574826+00', 0, NULL, 4, '{coffee,tea}', '2026-11-27 16:17:59.586208+00', '2026-11-27 16:17:59.586208+00', NULL, '{coffee,tea}', 1000);
INSERT INTO public.poll_state VALUES ('comments:all', '{t1_hv5g9pq8}', '2026-11-27 16:18:01.643654+00', NULL, 18, '2026-11-27 16:17:59.635559+00', 0, NULL, 0, '{all}', '2026-11-27 16:17:59.644724+00', '2026-11-27 16:17:59.644724+00', NULL, '{all}', 1000);
INSERT INTO public.poll_state VALUES ('posts:all', '{t3_1k8baur,t3_1k8baup,t3_1k8baul,t3_1k8bauj,t3_1k8bauf,t3_1k8baud,t3_1k8bau9}', '2026-11-27 16:18:00.426121+00', NULL, 17, '2026-11-27 16:17:58.414959+00', 0, NULL, 3, '{all}', '2026-11-27 16:17:58.426192+00', '2026-11-27 16:17:58.426192+00', NULL, '{all}', 1000);
INSERT INTO public.poll_state VALUES ('comments:watched/00/', '{t1_hv5g9pq8}', '2026-11-27 16:18:01.497542+00', NULL, 16, '2026-11-27 16:17:59.486429+00', 0, NULL, 1, '{coffee,tea}', '2026-11-27 16:17:59.497597+00', '2026-11-27 16:17:59.497597+00', NULL, '{coffee,tea}', 1000);
INSERT INTO public.refresh_tokens VALUES ('\x2c8364ad06572883a0c161f562a10eec7e632351d21a380d6340a9567b72be2b', '01a21dcc-1fc3-7739-af57-514b1daf1dff', '2026-11-27 16:17:26.467961+00', '2026-12-04 16:17:26.467961+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x560c3d6ced78ce3d5709047bdae3efeb0bcdd6a457688d58a50658f88aca194d', '01a21dcc-210a-746f-a93c-49d8280f97e9', '2026-11-27 16:17:26.794589+00', '2026-12-04 16:17:26.794589+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x6147aa4e3a2e431afc7ee17911a7fce197ccde927f0c5343f4f585fd6a27b0c2', '01a21dcc-2295-7455-97a7-9e7dc2e6cda7', '2026-11-27 16:17:27.189688+00', '2026-12-04 16:17:27.189688+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x8ed1d37f0cf73c6a15afcead7cc942d48225c974b2eb1b3f14501928ecf01a18', '01a21dcc-a3fc-7588-ab24-5534b501a6d2', '2026-11-27 16:18:00.316296+00', '2026-12-04 16:18:00.316296+00', NULL);
INSERT INTO public.request_budgets VALUES ('\xd831c9cfdca5e5132f9ec4d3a51d55c770f5151cb0a22586403eea32c43a6e81', 1000000, 999930, '2026-11-27 16:27:26.641768+00', NULL);
INSERT INTO public.saved_searches VALUES ('01a21dcc-2438-72f3-b2ee-3a5c85c9adfb', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'Blue ones', '{"q": "blue"}', '2026-11-27 16:17:27.608106+00');
INSERT INTO public.sessions VALUES ('01a21dcc-1fc3-7739-af57-514b1daf1dff', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '', '2026-11-27 16:17:26.467961+00', '2026-11-27 16:17:26.467961+00', NULL);
INSERT INTO public.sessions VALUES ('01a21dcc-210a-746f-a93c-49d8280f97e9', '01a21dcc-207d-7775-bf5a-364f885fe190', '', '2026-11-27 16:17:26.794589+00', '2026-11-27 16:17:26.794589+00', NULL);
INSERT INTO public.sessions VALUES ('01a21dcc-2295-7455-97a7-9e7dc2e6cda7', '01a21dcc-2191-7323-bd54-5a8d3906cf87', '', '2026-11-27 16:17:27.189688+00', '2026-11-27 16:17:27.189688+00', NULL);
INSERT INTO public.sessions VALUES ('01a21dcc-a3fc-7588-ab24-5534b501a6d2', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '', '2026-11-27 16:18:00.316296+00', '2026-11-27 16:18:00.316296+00', NULL);
INSERT INTO public.setup_keys VALUES ('\x6d3d9637684aacc020becd3e85ccb829ea33ee320d47a563a75eea89d197cb6c', '2026-11-27 16:17:25.641712+00');
INSERT INTO public.subreddit_checks VALUES ('coffee', 'Coffee', true, '2026-11-28 16:17:28.985288+00', NULL);
INSERT INTO public.subreddit_checks VALUES ('tea', 'tea', true, '2026-11-28 16:17:29.061383+00', NULL);
INSERT INTO public.unmatched_items_2026_11_27_15 VALUES ('01a21dcc-1e57-70b7-a052-f0917c7c37fe', '2026-11-27 16:17:26.070441+00', 't3_1k8bau9', 'post', 'tea', 'invented_author', 'Welcome to this place', 'It is made up.', 'http://127.0.0.1:45171/r/tea/comments/1k8bau9/welcome_to_this_place/', 1, 0, '2026-11-27 16:17:25+00', 't3_1k8bau9', 't3_1k8bau9', '', '');
INSERT INTO public.unmatched_items_2026_11_27_15 VALUES ('01a21dcc-1e57-70b7-a052-f092bf2796c0', '2026-11-27 16:17:26.070441+00', 't3_1k8baud', 'post', 'Coffee', 'invented_author', 'Welcome to this place', 'It is made up.', 'http://127.0.0.1:45171/r/Coffee/comments/1k8baud/welcome_to_this_place/', 1, 0, '2026-11-27 16:17:25+00', 't3_1k8baud', 't3_1k8baud', '', '');
INSERT INTO public.unmatched_items_2026_11_27_15 VALUES ('01a21dcc-2aac-726c-8a73-59329c13fc25', '2026-11-27 16:17:29.251632+00', 't3_1k8baup', 'post', 'Coffee', 'invented_author', 'Nothing that anybody listens for', 'Only read.', 'http://127.0.0.1:45171/r/Coffee/comments/1k8baup/nothing_that_anybody_listens_for/', 1, 0, '2026-11-27 16:17:29+00', 't3_1k8baup', 't3_1k8baup', '', '');
INSERT INTO public.user_feeds VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', '01a21dcc-24d7-7379-ba76-f757e37af9fb', '2026-11-27 16:17:27.764484+00');
INSERT INTO public.users VALUES ('01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'ada@example.com', '$argon2id$v=19$m=19456,t=2,p=1$c+KBORIiFgr7Ct0Q7Gqjwg$pxii+A0eSNrkwoyS3pyOpS7RQg+3lbqkiZR6zC+6nGs', 'Ada', 'Reader', '2026-11-27 16:17:26.371127+00', 'free', 'active', true, 'realtime', 'system', 'UTC', '2026-11-27 16:17:26.187027+00', '2026-11-27 16:17:26.371127+00', NULL, NULL, 20, NULL, NULL, NULL, 1, 1, true);
INSERT INTO public.users VALUES ('01a21dcc-207d-7775-bf5a-364f885fe190', 'ben@example.com', '$argon2id$v=19$m=19456,t=2,p=1$dQgz4gfbdcvPK2n7RWwaYA$BeSknUHTWOuCbTHS0qzEdQoqDPUO000+O8FY9jZPZ8Y', 'Ada', 'Reader', '2026-11-27 16:17:26.71829+00', 'free', 'active', true, 'daily', 'dark', 'UTC', '2026-11-27 16:17:26.653173+00', '2026-11-27 16:17:27.269106+00', 1320, 360, 20, NULL, NULL, NULL, 1, 1, true);
INSERT INTO public.users VALUES ('01a21dcc-2191-7323-bd54-5a8d3906cf87', 'cleo@example.com', '$argon2id$v=19$m=19456,t=2,p=1$anpim7fh9uLqXWd+rdijmw$JxfOFHTiZN+eiP06Bpl1oZxCemkwJsYLxObHPMtbJrc', 'Ada', 'Reader', '2026-11-27 16:17:26.988035+00', 'free', 'active', true, 'realtime', 'system', 'UTC', '2026-11-27 16:17:26.92945+00', '2026-11-27 16:17:26.988035+00', NULL, NULL, 20, NULL, '2026-11-27 16:17:30.214836+00', 'permanent error (550): 5.1.1 Refused on demand', 1, 1, true);
INSERT INTO public.watch_variants VALUES ('01a21dcc-2303-7221-99f7-cc9f091de646', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'kettle AND quiet', 'query', '{}', '{}', true, true, false, false, false, '2026-11-27 16:17:27.588763+00', NULL, NULL, 0, '[]');
INSERT INTO public.watches VALUES ('01a21dcc-2365-758b-b3a5-90b205298e7e', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'grinder', '{coffee}', false, 0, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-27 16:17:27.397666+00', '2026-11-27 16:17:27.397666+00', NULL, NULL, 'literal', '{}', '{}', '2026-11-27 16:17:27.397666+00', NULL, NULL, NULL, 0, 0, NULL);
INSERT INTO public.watches VALUES ('01a21dcc-2335-76c5-a469-ec54094e1d0b', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'teapot AND (blue OR green)', '{all}', true, 1, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-27 16:17:27.349485+00', '2026-11-27 16:17:27.349485+00', NULL, '2026-11-27 16:17:29.251632+00', 'query', '{}', '{}', '2026-11-27 16:17:27.349485+00', NULL, NULL, '2026-11-27 16:00:00+00', 1, 0, NULL);
INSERT INTO public.watches VALUES ('01a21dcc-2303-7221-99f7-cc9f091de646', '01a21dcc-1eab-71f9-8e32-ed1cbd5d8d08', 'kettle', '{tea,coffee}', true, 3, '{kitchen}', 'For the shop', true, true, false, false, false, true, false, 'realtime', '2026-11-27 16:17:27.299405+00', '2026-11-27 16:17:27.299405+00', NULL, '2026-11-27 16:17:30.140041+00', 'literal', '{}', '{}', '2026-11-27 16:17:27.299405+00', NULL, NULL, '2026-11-27 16:00:00+00', 3, 0, NULL);
INSERT INTO public.watches VALUES ('01a21dcc-239d-7593-8c62-9e740de1bb87', '01a21dcc-207d-7775-bf5a-364f885fe190', 'kettle', '{tea}', true, 4, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-27 16:17:27.45317+00', '2026-11-27 16:17:27.45317+00', NULL, '2026-11-27 16:17:30.140041+00', 'literal', '{}', '{}', '2026-11-27 16:17:27.45317+00', NULL, NULL, '2026-11-27 16:00:00+00', 4, 0, NULL);
INSERT INTO public.watches VALUES ('01a21dcc-23c3-74ff-ab04-826d90f27d28', '01a21dcc-2191-7323-bd54-5a8d3906cf87', 'kettle', '{tea}', true, 4, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-27 16:17:27.491411+00', '2026-11-27 16:17:27.491411+00', NULL, '2026-11-27 16:17:30.140041+00', 'literal', '{}', '{}', '2026-11-27 16:17:27.491411+00', NULL, NULL, '2026-11-27 16:00:00+00', 4, 0, NULL);
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.billing_customers
    ADD CONSTRAINT billing_customers_one_a_user UNIQUE (user_id, provider);
ALTER TABLE ONLY public.billing_customers
    ADD CONSTRAINT billing_customers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.billing_customers
    ADD CONSTRAINT billing_customers_provider_id_key UNIQUE (provider, provider_id);
ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chosen_sites
    ADD CONSTRAINT chosen_sites_pkey PRIMARY KEY (place);
ALTER TABLE ONLY public.counted_matches
    ADD CONSTRAINT counted_matches_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.coverage_audits
    ADD CONSTRAINT coverage_audits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.coverage_gaps
    ADD CONSTRAINT coverage_gaps_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.coverage_hours
    ADD CONSTRAINT coverage_hours_pkey PRIMARY KEY (place, kind, hour);
ALTER TABLE ONLY public.deleted_users
    ADD CONSTRAINT deleted_users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.digest_entries
    ADD CONSTRAINT digest_entries_pkey PRIMARY KEY (digest_id, notification_id);
ALTER TABLE ONLY public.digests
    ADD CONSTRAINT digests_one_per_moment UNIQUE NULLS NOT DISTINCT (user_id, endpoint_id, due_at);
ALTER TABLE ONLY public.digests
    ADD CONSTRAINT digests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_one_per_purpose UNIQUE (user_id, purpose);
ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.endpoints
    ADD CONSTRAINT endpoints_one_per_address UNIQUE (user_id, channel, fingerprint);
ALTER TABLE ONLY public.endpoints
    ADD CONSTRAINT endpoints_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.feed_hosts
    ADD CONSTRAINT feed_hosts_pkey PRIMARY KEY (host);
ALTER TABLE ONLY public.feeds
    ADD CONSTRAINT feeds_address_key UNIQUE (address);
ALTER TABLE ONLY public.feeds
    ADD CONSTRAINT feeds_origin_key UNIQUE (origin);
ALTER TABLE ONLY public.feeds
    ADD CONSTRAINT feeds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.feeds
    ADD CONSTRAINT feeds_place_key UNIQUE (place);
ALTER TABLE ONLY public.gap_changes
    ADD CONSTRAINT gap_changes_pkey PRIMARY KEY (gap_id, state);
ALTER TABLE ONLY public.gap_fills
    ADD CONSTRAINT gap_fills_pkey PRIMARY KEY (kind, name);
ALTER TABLE ONLY public.gap_rounds
    ADD CONSTRAINT gap_rounds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hearing_tests
    ADD CONSTRAINT hearing_tests_id_key UNIQUE (id);
ALTER TABLE ONLY public.hearing_tests
    ADD CONSTRAINT hearing_tests_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.insight_jobs
    ADD CONSTRAINT insight_jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.insight_parts
    ADD CONSTRAINT insight_parts_pkey PRIMARY KEY (job_id, "position");
ALTER TABLE ONLY public.insight_results
    ADD CONSTRAINT insight_results_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.item_keys
    ADD CONSTRAINT item_keys_pkey PRIMARY KEY (forum_id);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.items_2026_11_23
    ADD CONSTRAINT items_2026_11_23_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.items_2026_11_30
    ADD CONSTRAINT items_2026_11_30_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.items_2026_12_07
    ADD CONSTRAINT items_2026_12_07_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.items_2026_12_14
    ADD CONSTRAINT items_2026_12_14_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.items_2026_12_21
    ADD CONSTRAINT items_2026_12_21_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.lemmy_instances
    ADD CONSTRAINT lemmy_instances_pkey PRIMARY KEY (address);
ALTER TABLE ONLY public.live_cursors
    ADD CONSTRAINT live_cursors_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.mail_requests
    ADD CONSTRAINT mail_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.match_authors
    ADD CONSTRAINT match_authors_pkey PRIMARY KEY (user_id, day, watch_id, site);
ALTER TABLE ONLY public.match_hours
    ADD CONSTRAINT match_hours_pkey PRIMARY KEY (user_id, day, watch_id);
ALTER TABLE ONLY public.match_places
    ADD CONSTRAINT match_places_pkey PRIMARY KEY (user_id, watch_id, day);
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_one_per_value UNIQUE NULLS NOT DISTINCT (user_id, watch_id, kind, value);
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.near_bands
    ADD CONSTRAINT near_bands_pkey PRIMARY KEY (band, item_id);
ALTER TABLE ONLY public.near_misses
    ADD CONSTRAINT near_misses_pkey PRIMARY KEY (watch_id);
ALTER TABLE ONLY public.notification_counts
    ADD CONSTRAINT notification_counts_pkey PRIMARY KEY (user_id, keyword, week);
ALTER TABLE ONLY public.notification_versions
    ADD CONSTRAINT notification_versions_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.notifications_2026_11_23
    ADD CONSTRAINT notifications_2026_11_23_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_watch_item_key UNIQUE (watch_id, item_id, seen_at);
ALTER TABLE ONLY public.notifications_2026_11_23
    ADD CONSTRAINT notifications_2026_11_23_watch_id_item_id_seen_at_key UNIQUE (watch_id, item_id, seen_at);
ALTER TABLE ONLY public.notifications_2026_11_30
    ADD CONSTRAINT notifications_2026_11_30_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.notifications_2026_11_30
    ADD CONSTRAINT notifications_2026_11_30_watch_id_item_id_seen_at_key UNIQUE (watch_id, item_id, seen_at);
ALTER TABLE ONLY public.notifications_2026_12_07
    ADD CONSTRAINT notifications_2026_12_07_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.notifications_2026_12_07
    ADD CONSTRAINT notifications_2026_12_07_watch_id_item_id_seen_at_key UNIQUE (watch_id, item_id, seen_at);
ALTER TABLE ONLY public.notifications_2026_12_14
    ADD CONSTRAINT notifications_2026_12_14_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.notifications_2026_12_14
    ADD CONSTRAINT notifications_2026_12_14_watch_id_item_id_seen_at_key UNIQUE (watch_id, item_id, seen_at);
ALTER TABLE ONLY public.notifications_2026_12_21
    ADD CONSTRAINT notifications_2026_12_21_pkey PRIMARY KEY (id, seen_at);
ALTER TABLE ONLY public.notifications_2026_12_21
    ADD CONSTRAINT notifications_2026_12_21_watch_id_item_id_seen_at_key UNIQUE (watch_id, item_id, seen_at);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_one_per_subject UNIQUE NULLS NOT DISTINCT (channel, kind, subject_id, endpoint_id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.place_readings
    ADD CONSTRAINT place_readings_pkey PRIMARY KEY (place, kind);
ALTER TABLE ONLY public.places
    ADD CONSTRAINT places_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.poll_plan
    ADD CONSTRAINT poll_plan_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY public.poll_state
    ADD CONSTRAINT poll_state_pkey PRIMARY KEY (listing);
ALTER TABLE ONLY public.provider_cursors
    ADD CONSTRAINT provider_cursors_pkey PRIMARY KEY (provider);
ALTER TABLE ONLY public.provider_events
    ADD CONSTRAINT provider_events_pkey PRIMARY KEY (provider, id);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (class, key_hash, window_start);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.request_budgets
    ADD CONSTRAINT request_budgets_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.requests_made
    ADD CONSTRAINT requests_made_pkey PRIMARY KEY (account, made_at, priority);
ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sequence_waiting
    ADD CONSTRAINT sequence_waiting_pkey PRIMARY KEY (source, id);
ALTER TABLE ONLY public.sequences
    ADD CONSTRAINT sequences_pkey PRIMARY KEY (source);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.setup_keys
    ADD CONSTRAINT setup_keys_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.story_links
    ADD CONSTRAINT story_links_pkey PRIMARY KEY (link_hash, seen_at, item_id);
ALTER TABLE ONLY public.subreddit_checks
    ADD CONSTRAINT subreddit_checks_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_provider_id_key UNIQUE (customer_id, provider_id);
ALTER TABLE ONLY public.unlisted_matches
    ADD CONSTRAINT unlisted_matches_pkey PRIMARY KEY (watch_id, hour);
ALTER TABLE ONLY public.user_feeds
    ADD CONSTRAINT user_feeds_pkey PRIMARY KEY (user_id, feed_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.watch_variants
    ADD CONSTRAINT watch_variants_pkey PRIMARY KEY (watch_id);
ALTER TABLE ONLY public.watches
    ADD CONSTRAINT watches_pkey PRIMARY KEY (id);
CREATE INDEX attempts_outbox_id ON public.attempts USING btree (outbox_id, number);
CREATE INDEX billing_customers_look_at ON public.billing_customers USING btree (look_at);
CREATE INDEX checkouts_created_at ON public.checkouts USING btree (created_at);
CREATE UNIQUE INDEX checkouts_one_open ON public.checkouts USING btree (customer_id) WHERE (closed_at IS NULL);
CREATE INDEX coverage_audits_by_place ON public.coverage_audits USING btree (place, kind, audited_at);
CREATE INDEX coverage_audits_by_time ON public.coverage_audits USING btree (audited_at);
CREATE INDEX coverage_gaps_by_listing ON public.coverage_gaps USING btree (listing, ended_at);
CREATE INDEX coverage_gaps_ended_at ON public.coverage_gaps USING btree (ended_at);
CREATE INDEX coverage_gaps_open ON public.coverage_gaps USING btree (closes_at) WHERE (closes_at IS NOT NULL);
CREATE INDEX coverage_hours_by_hour ON public.coverage_hours USING btree (hour);
CREATE INDEX digests_due_at ON public.digests USING btree (due_at);
CREATE UNIQUE INDEX endpoints_one_owner_per_browser ON public.endpoints USING btree (fingerprint) WHERE (channel = 'push'::text);
CREATE INDEX endpoints_reporting_gaps ON public.endpoints USING btree (user_id) WHERE reports_gaps;
CREATE INDEX feed_hosts_next ON public.feed_hosts USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX feeds_due_at_host ON public.feeds USING btree (host, next_poll_at);
CREATE INDEX gap_changes_of_round ON public.gap_changes USING btree (round_id, place);
CREATE INDEX gap_fills_batch ON public.gap_fills USING btree (batch);
CREATE INDEX gap_fills_try_at ON public.gap_fills USING btree (try_at);
CREATE INDEX gap_rounds_begun_at ON public.gap_rounds USING btree (begun_at);
CREATE UNIQUE INDEX gap_rounds_running ON public.gap_rounds USING btree (((ended_at IS NULL))) WHERE (ended_at IS NULL);
CREATE INDEX hearing_tests_by_watch ON public.hearing_tests USING btree (watch_id);
CREATE INDEX hearing_tests_unread ON public.hearing_tests USING btree (planted_at) WHERE ((stored_at IS NULL) AND (failure IS NULL));
CREATE INDEX insight_jobs_unfinished ON public.insight_jobs USING btree (created_at) WHERE (finished_at IS NULL);
CREATE INDEX insight_jobs_user_id_created_at ON public.insight_jobs USING btree (user_id, created_at DESC);
CREATE INDEX insight_results_cleared_at ON public.insight_results USING btree (cleared_at) WHERE (cleared_at IS NOT NULL);
CREATE INDEX insight_results_generated_at ON public.insight_results USING btree (generated_at);
CREATE INDEX invitations_used_by ON public.invitations USING btree (used_by);
CREATE INDEX item_keys_alerted_check_at ON public.item_keys USING btree (check_at) WHERE (is_alerted AND (check_at IS NOT NULL));
CREATE INDEX item_keys_bsky_check_at ON public.item_keys USING btree (check_at) WHERE ((forum_id ~~ 'bsky:%'::text) AND (check_at IS NOT NULL));
CREATE INDEX item_keys_check_at ON public.item_keys USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX item_keys_hn_check_at ON public.item_keys USING btree (check_at) WHERE ((forum_id ~~ 'hn:%'::text) AND (check_at IS NOT NULL));
CREATE INDEX item_keys_lemmy_check_at ON public.item_keys USING btree (check_at) WHERE ((forum_id ~~ 'lemmy:%'::text) AND (check_at IS NOT NULL));
CREATE INDEX item_keys_seen_at ON public.item_keys USING btree (seen_at);
CREATE INDEX item_keys_unmatched ON public.item_keys USING btree (seen_at) WHERE (stays IS NOT TRUE);
CREATE INDEX items_subreddit_seen_at ON ONLY public.items USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX items_2026_11_23_lower_seen_at_idx ON public.items_2026_11_23 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX items_seen_at ON ONLY public.items USING btree (seen_at DESC);
CREATE INDEX items_2026_11_23_seen_at_idx ON public.items_2026_11_23 USING btree (seen_at DESC);
CREATE INDEX items_thread_id ON ONLY public.items USING btree (thread_id);
CREATE INDEX items_2026_11_23_thread_id_idx ON public.items_2026_11_23 USING btree (thread_id);
CREATE INDEX items_words ON ONLY public.items USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || "left"(body, 40000)))) WHERE (is_matched AND (gone_at IS NULL));
CREATE INDEX items_2026_11_23_to_tsvector_idx ON public.items_2026_11_23 USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || "left"(body, 40000)))) WHERE (is_matched AND (gone_at IS NULL));
CREATE INDEX items_2026_11_30_lower_seen_at_idx ON public.items_2026_11_30 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX items_2026_11_30_seen_at_idx ON public.items_2026_11_30 USING btree (seen_at DESC);
CREATE INDEX items_2026_11_30_thread_id_idx ON public.items_2026_11_30 USING btree (thread_id);
CREATE INDEX items_2026_11_30_to_tsvector_idx ON public.items_2026_11_30 USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || "left"(body, 40000)))) WHERE (is_matched AND (gone_at IS NULL));
CREATE INDEX items_2026_12_07_lower_seen_at_idx ON public.items_2026_12_07 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX items_2026_12_07_seen_at_idx ON public.items_2026_12_07 USING btree (seen_at DESC);
CREATE INDEX items_2026_12_07_thread_id_idx ON public.items_2026_12_07 USING btree (thread_id);
CREATE INDEX items_2026_12_07_to_tsvector_idx ON public.items_2026_12_07 USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || "left"(body, 40000)))) WHERE (is_matched AND (gone_at IS NULL));
CREATE INDEX items_2026_12_14_lower_seen_at_idx ON public.items_2026_12_14 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX items_2026_12_14_seen_at_idx ON public.items_2026_12_14 USING btree (seen_at DESC);
CREATE INDEX items_2026_12_14_thread_id_idx ON public.items_2026_12_14 USING btree (thread_id);
CREATE INDEX items_2026_12_14_to_tsvector_idx ON public.items_2026_12_14 USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || "left"(body, 40000)))) WHERE (is_matched AND (gone_at IS NULL));
CREATE INDEX items_2026_12_21_lower_seen_at_idx ON public.items_2026_12_21 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX items_2026_12_21_seen_at_idx ON public.items_2026_12_21 USING btree (seen_at DESC);
CREATE INDEX items_2026_12_21_thread_id_idx ON public.items_2026_12_21 USING btree (thread_id);
CREATE INDEX items_2026_12_21_to_tsvector_idx ON public.items_2026_12_21 USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || "left"(body, 40000)))) WHERE (is_matched AND (gone_at IS NULL));
CREATE INDEX mail_requests_created_at ON public.mail_requests USING btree (created_at);
CREATE INDEX mail_requests_due_at ON public.mail_requests USING btree (due_at);
CREATE INDEX match_authors_day ON public.match_authors USING brin (day);
CREATE INDEX match_hours_day ON public.match_hours USING brin (day);
CREATE INDEX match_places_day ON public.match_places USING brin (day);
CREATE INDEX mutes_until ON public.mutes USING btree (until) WHERE (until IS NOT NULL);
CREATE INDEX mutes_watch_id ON public.mutes USING btree (watch_id);
CREATE INDEX near_bands_seen_at ON public.near_bands USING btree (seen_at);
CREATE INDEX near_misses_by_look ON public.near_misses USING btree (looked_at, watch_id);
CREATE INDEX near_misses_by_user ON public.near_misses USING btree (user_id) WHERE (found <> '[]'::jsonb);
CREATE INDEX notification_counts_week ON public.notification_counts USING btree (week);
CREATE INDEX notifications_deleted_at ON ONLY public.notifications USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notifications_2026_11_23_deleted_at_idx ON public.notifications_2026_11_23 USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notifications_item_id ON ONLY public.notifications USING btree (item_id, user_id);
CREATE INDEX notifications_2026_11_23_item_id_user_id_idx ON public.notifications_2026_11_23 USING btree (item_id, user_id);
CREATE INDEX notifications_muted_by ON ONLY public.notifications USING btree (muted_by) WHERE (muted_by IS NOT NULL);
CREATE INDEX notifications_2026_11_23_muted_by_idx ON public.notifications_2026_11_23 USING btree (muted_by) WHERE (muted_by IS NOT NULL);
CREATE INDEX notifications_user_created_at ON ONLY public.notifications USING btree (user_id, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_23_user_id_created_at_seq_idx ON public.notifications_2026_11_23 USING btree (user_id, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_user_keyword_created_at ON ONLY public.notifications USING btree (user_id, lower(keyword), status, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_23_user_id_lower_status_created_at_se_idx ON public.notifications_2026_11_23 USING btree (user_id, lower(keyword), status, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_user_seq ON ONLY public.notifications USING btree (user_id, seq);
CREATE INDEX notifications_2026_11_23_user_id_seq_idx ON public.notifications_2026_11_23 USING btree (user_id, seq);
CREATE INDEX notifications_user_status_created_at ON ONLY public.notifications USING btree (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_23_user_id_status_created_at_seq_keyw_idx ON public.notifications_2026_11_23 USING btree (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_watch_created_at ON ONLY public.notifications USING btree (watch_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_23_watch_id_created_at_idx ON public.notifications_2026_11_23 USING btree (watch_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_watch_not_relevant ON ONLY public.notifications USING btree (watch_id) WHERE ((not_relevant_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX notifications_2026_11_23_watch_id_idx ON public.notifications_2026_11_23 USING btree (watch_id) WHERE ((not_relevant_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX notifications_2026_11_30_deleted_at_idx ON public.notifications_2026_11_30 USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notifications_2026_11_30_item_id_user_id_idx ON public.notifications_2026_11_30 USING btree (item_id, user_id);
CREATE INDEX notifications_2026_11_30_muted_by_idx ON public.notifications_2026_11_30 USING btree (muted_by) WHERE (muted_by IS NOT NULL);
CREATE INDEX notifications_2026_11_30_user_id_created_at_seq_idx ON public.notifications_2026_11_30 USING btree (user_id, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_30_user_id_lower_status_created_at_se_idx ON public.notifications_2026_11_30 USING btree (user_id, lower(keyword), status, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_30_user_id_seq_idx ON public.notifications_2026_11_30 USING btree (user_id, seq);
CREATE INDEX notifications_2026_11_30_user_id_status_created_at_seq_keyw_idx ON public.notifications_2026_11_30 USING btree (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_30_watch_id_created_at_idx ON public.notifications_2026_11_30 USING btree (watch_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_11_30_watch_id_idx ON public.notifications_2026_11_30 USING btree (watch_id) WHERE ((not_relevant_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX notifications_2026_12_07_deleted_at_idx ON public.notifications_2026_12_07 USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notifications_2026_12_07_item_id_user_id_idx ON public.notifications_2026_12_07 USING btree (item_id, user_id);
CREATE INDEX notifications_2026_12_07_muted_by_idx ON public.notifications_2026_12_07 USING btree (muted_by) WHERE (muted_by IS NOT NULL);
CREATE INDEX notifications_2026_12_07_user_id_created_at_seq_idx ON public.notifications_2026_12_07 USING btree (user_id, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_07_user_id_lower_status_created_at_se_idx ON public.notifications_2026_12_07 USING btree (user_id, lower(keyword), status, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_07_user_id_seq_idx ON public.notifications_2026_12_07 USING btree (user_id, seq);
CREATE INDEX notifications_2026_12_07_user_id_status_created_at_seq_keyw_idx ON public.notifications_2026_12_07 USING btree (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_07_watch_id_created_at_idx ON public.notifications_2026_12_07 USING btree (watch_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_07_watch_id_idx ON public.notifications_2026_12_07 USING btree (watch_id) WHERE ((not_relevant_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX notifications_2026_12_14_deleted_at_idx ON public.notifications_2026_12_14 USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notifications_2026_12_14_item_id_user_id_idx ON public.notifications_2026_12_14 USING btree (item_id, user_id);
CREATE INDEX notifications_2026_12_14_muted_by_idx ON public.notifications_2026_12_14 USING btree (muted_by) WHERE (muted_by IS NOT NULL);
CREATE INDEX notifications_2026_12_14_user_id_created_at_seq_idx ON public.notifications_2026_12_14 USING btree (user_id, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_14_user_id_lower_status_created_at_se_idx ON public.notifications_2026_12_14 USING btree (user_id, lower(keyword), status, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_14_user_id_seq_idx ON public.notifications_2026_12_14 USING btree (user_id, seq);
CREATE INDEX notifications_2026_12_14_user_id_status_created_at_seq_keyw_idx ON public.notifications_2026_12_14 USING btree (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_14_watch_id_created_at_idx ON public.notifications_2026_12_14 USING btree (watch_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_14_watch_id_idx ON public.notifications_2026_12_14 USING btree (watch_id) WHERE ((not_relevant_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX notifications_2026_12_21_deleted_at_idx ON public.notifications_2026_12_21 USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notifications_2026_12_21_item_id_user_id_idx ON public.notifications_2026_12_21 USING btree (item_id, user_id);
CREATE INDEX notifications_2026_12_21_muted_by_idx ON public.notifications_2026_12_21 USING btree (muted_by) WHERE (muted_by IS NOT NULL);
CREATE INDEX notifications_2026_12_21_user_id_created_at_seq_idx ON public.notifications_2026_12_21 USING btree (user_id, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_21_user_id_lower_status_created_at_se_idx ON public.notifications_2026_12_21 USING btree (user_id, lower(keyword), status, created_at DESC, seq DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_21_user_id_seq_idx ON public.notifications_2026_12_21 USING btree (user_id, seq);
CREATE INDEX notifications_2026_12_21_user_id_status_created_at_seq_keyw_idx ON public.notifications_2026_12_21 USING btree (user_id, status, created_at DESC, seq DESC) INCLUDE (keyword) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_21_watch_id_created_at_idx ON public.notifications_2026_12_21 USING btree (watch_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX notifications_2026_12_21_watch_id_idx ON public.notifications_2026_12_21 USING btree (watch_id) WHERE ((not_relevant_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX outbox_due_by_queue ON public.outbox USING btree (public.outbox_queue(channel, kind), due_at) WHERE (status = 'pending'::text);
CREATE INDEX outbox_endpoint_id_created_at ON public.outbox USING btree (endpoint_id, created_at DESC) WHERE (endpoint_id IS NOT NULL);
CREATE INDEX outbox_finished_at ON public.outbox USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX outbox_leased ON public.outbox USING btree (leased_until) WHERE ((status = 'pending'::text) AND (leased_until IS NOT NULL));
CREATE INDEX outbox_user_id ON public.outbox USING btree (user_id);
CREATE INDEX outbox_user_id_dead ON public.outbox USING btree (user_id, finished_at DESC) WHERE (status = 'dead'::text);
CREATE INDEX outbox_waiting_by_user ON public.outbox USING btree (public.outbox_queue(channel, kind), user_id, endpoint_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX places_by_look ON public.places USING btree (looked_at) WHERE (is_watched AND (state = ANY (ARRAY['ok'::text, 'assumed'::text, 'private'::text])));
CREATE INDEX places_to_check ON public.places USING btree (turn, next_check_at) WHERE is_watched;
CREATE INDEX provider_events_due ON public.provider_events USING btree (due_at) WHERE (handled_at IS NULL);
CREATE INDEX provider_events_handled_at ON public.provider_events USING btree (handled_at) WHERE (handled_at IS NOT NULL);
CREATE INDEX rate_limits_window_start ON public.rate_limits USING btree (window_start);
CREATE INDEX refresh_tokens_session_id ON public.refresh_tokens USING btree (session_id);
CREATE INDEX saved_searches_user_id ON public.saved_searches USING btree (user_id, created_at, id);
CREATE INDEX sequence_waiting_due ON public.sequence_waiting USING btree (source, next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);
CREATE INDEX story_links_seen_at ON public.story_links USING btree (seen_at);
CREATE INDEX unlisted_matches_hour ON public.unlisted_matches USING btree (hour);
CREATE UNIQUE INDEX unmatched_items_2026_11_27_15_forum_id_idx ON public.unmatched_items_2026_11_27_15 USING btree (forum_id);
CREATE INDEX unmatched_items_subreddit_seen_at ON ONLY public.unmatched_items USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_2026_11_27_15_lower_seen_at_idx ON public.unmatched_items_2026_11_27_15 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_seen_at ON ONLY public.unmatched_items USING btree (seen_at DESC);
CREATE INDEX unmatched_items_2026_11_27_15_seen_at_idx ON public.unmatched_items_2026_11_27_15 USING btree (seen_at DESC);
CREATE UNIQUE INDEX unmatched_items_2026_11_27_18_forum_id_idx ON public.unmatched_items_2026_11_27_18 USING btree (forum_id);
CREATE INDEX unmatched_items_2026_11_27_18_lower_seen_at_idx ON public.unmatched_items_2026_11_27_18 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_2026_11_27_18_seen_at_idx ON public.unmatched_items_2026_11_27_18 USING btree (seen_at DESC);
CREATE UNIQUE INDEX unmatched_items_2026_11_27_21_forum_id_idx ON public.unmatched_items_2026_11_27_21 USING btree (forum_id);
CREATE INDEX unmatched_items_2026_11_27_21_lower_seen_at_idx ON public.unmatched_items_2026_11_27_21 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_2026_11_27_21_seen_at_idx ON public.unmatched_items_2026_11_27_21 USING btree (seen_at DESC);
CREATE INDEX user_feeds_feed ON public.user_feeds USING btree (feed_id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE INDEX watch_changes_changed_at ON public.watch_changes USING btree (changed_at);
CREATE INDEX watch_changes_transaction_id ON public.watch_changes USING btree (transaction_id);
CREATE INDEX watch_variants_user_id ON public.watch_variants USING btree (user_id);
CREATE INDEX watches_user_id_created_at ON public.watches USING btree (user_id, created_at DESC, id DESC);
ALTER INDEX public.items_subreddit_seen_at ATTACH PARTITION public.items_2026_11_23_lower_seen_at_idx;
ALTER INDEX public.items_pkey ATTACH PARTITION public.items_2026_11_23_pkey;
ALTER INDEX public.items_seen_at ATTACH PARTITION public.items_2026_11_23_seen_at_idx;
ALTER INDEX public.items_thread_id ATTACH PARTITION public.items_2026_11_23_thread_id_idx;
ALTER INDEX public.items_words ATTACH PARTITION public.items_2026_11_23_to_tsvector_idx;
ALTER INDEX public.items_subreddit_seen_at ATTACH PARTITION public.items_2026_11_30_lower_seen_at_idx;
ALTER INDEX public.items_pkey ATTACH PARTITION public.items_2026_11_30_pkey;
ALTER INDEX public.items_seen_at ATTACH PARTITION public.items_2026_11_30_seen_at_idx;
ALTER INDEX public.items_thread_id ATTACH PARTITION public.items_2026_11_30_thread_id_idx;
ALTER INDEX public.items_words ATTACH PARTITION public.items_2026_11_30_to_tsvector_idx;
ALTER INDEX public.items_subreddit_seen_at ATTACH PARTITION public.items_2026_12_07_lower_seen_at_idx;
ALTER INDEX public.items_pkey ATTACH PARTITION public.items_2026_12_07_pkey;
ALTER INDEX public.items_seen_at ATTACH PARTITION public.items_2026_12_07_seen_at_idx;
ALTER INDEX public.items_thread_id ATTACH PARTITION public.items_2026_12_07_thread_id_idx;
ALTER INDEX public.items_words ATTACH PARTITION public.items_2026_12_07_to_tsvector_idx;
ALTER INDEX public.items_subreddit_seen_at ATTACH PARTITION public.items_2026_12_14_lower_seen_at_idx;
ALTER INDEX public.items_pkey ATTACH PARTITION public.items_2026_12_14_pkey;
ALTER INDEX public.items_seen_at ATTACH PARTITION public.items_2026_12_14_seen_at_idx;
ALTER INDEX public.items_thread_id ATTACH PARTITION public.items_2026_12_14_thread_id_idx;
ALTER INDEX public.items_words ATTACH PARTITION public.items_2026_12_14_to_tsvector_idx;
ALTER INDEX public.items_subreddit_seen_at ATTACH PARTITION public.items_2026_12_21_lower_seen_at_idx;
ALTER INDEX public.items_pkey ATTACH PARTITION public.items_2026_12_21_pkey;
ALTER INDEX public.items_seen_at ATTACH PARTITION public.items_2026_12_21_seen_at_idx;
ALTER INDEX public.items_thread_id ATTACH PARTITION public.items_2026_12_21_thread_id_idx;
ALTER INDEX public.items_words ATTACH PARTITION public.items_2026_12_21_to_tsvector_idx;
ALTER INDEX public.notifications_deleted_at ATTACH PARTITION public.notifications_2026_11_23_deleted_at_idx;
ALTER INDEX public.notifications_item_id ATTACH PARTITION public.notifications_2026_11_23_item_id_user_id_idx;
ALTER INDEX public.notifications_muted_by ATTACH PARTITION public.notifications_2026_11_23_muted_by_idx;
ALTER INDEX public.notifications_pkey ATTACH PARTITION public.notifications_2026_11_23_pkey;
ALTER INDEX public.notifications_user_created_at ATTACH PARTITION public.notifications_2026_11_23_user_id_created_at_seq_idx;
ALTER INDEX public.notifications_user_keyword_created_at ATTACH PARTITION public.notifications_2026_11_23_user_id_lower_status_created_at_se_idx;
ALTER INDEX public.notifications_user_seq ATTACH PARTITION public.notifications_2026_11_23_user_id_seq_idx;
ALTER INDEX public.notifications_user_status_created_at ATTACH PARTITION public.notifications_2026_11_23_user_id_status_created_at_seq_keyw_idx;
ALTER INDEX public.notifications_watch_created_at ATTACH PARTITION public.notifications_2026_11_23_watch_id_created_at_idx;
ALTER INDEX public.notifications_watch_not_relevant ATTACH PARTITION public.notifications_2026_11_23_watch_id_idx;
ALTER INDEX public.notifications_watch_item_key ATTACH PARTITION public.notifications_2026_11_23_watch_id_item_id_seen_at_key;
ALTER INDEX public.notifications_deleted_at ATTACH PARTITION public.notifications_2026_11_30_deleted_at_idx;
ALTER INDEX public.notifications_item_id ATTACH PARTITION public.notifications_2026_11_30_item_id_user_id_idx;
ALTER INDEX public.notifications_muted_by ATTACH PARTITION public.notifications_2026_11_30_muted_by_idx;
ALTER INDEX public.notifications_pkey ATTACH PARTITION public.notifications_2026_11_30_pkey;
ALTER INDEX public.notifications_user_created_at ATTACH PARTITION public.notifications_2026_11_30_user_id_created_at_seq_idx;
ALTER INDEX public.notifications_user_keyword_created_at ATTACH PARTITION public.notifications_2026_11_30_user_id_lower_status_created_at_se_idx;
ALTER INDEX public.notifications_user_seq ATTACH PARTITION public.notifications_2026_11_30_user_id_seq_idx;
ALTER INDEX public.notifications_user_status_created_at ATTACH PARTITION public.notifications_2026_11_30_user_id_status_created_at_seq_keyw_idx;
ALTER INDEX public.notifications_watch_created_at ATTACH PARTITION public.notifications_2026_11_30_watch_id_created_at_idx;
ALTER INDEX public.notifications_watch_not_relevant ATTACH PARTITION public.notifications_2026_11_30_watch_id_idx;
ALTER INDEX public.notifications_watch_item_key ATTACH PARTITION public.notifications_2026_11_30_watch_id_item_id_seen_at_key;
ALTER INDEX public.notifications_deleted_at ATTACH PARTITION public.notifications_2026_12_07_deleted_at_idx;
ALTER INDEX public.notifications_item_id ATTACH PARTITION public.notifications_2026_12_07_item_id_user_id_idx;
ALTER INDEX public.notifications_muted_by ATTACH PARTITION public.notifications_2026_12_07_muted_by_idx;
ALTER INDEX public.notifications_pkey ATTACH PARTITION public.notifications_2026_12_07_pkey;
ALTER INDEX public.notifications_user_created_at ATTACH PARTITION public.notifications_2026_12_07_user_id_created_at_seq_idx;
ALTER INDEX public.notifications_user_keyword_created_at ATTACH PARTITION public.notifications_2026_12_07_user_id_lower_status_created_at_se_idx;
ALTER INDEX public.notifications_user_seq ATTACH PARTITION public.notifications_2026_12_07_user_id_seq_idx;
ALTER INDEX public.notifications_user_status_created_at ATTACH PARTITION public.notifications_2026_12_07_user_id_status_created_at_seq_keyw_idx;
ALTER INDEX public.notifications_watch_created_at ATTACH PARTITION public.notifications_2026_12_07_watch_id_created_at_idx;
ALTER INDEX public.notifications_watch_not_relevant ATTACH PARTITION public.notifications_2026_12_07_watch_id_idx;
ALTER INDEX public.notifications_watch_item_key ATTACH PARTITION public.notifications_2026_12_07_watch_id_item_id_seen_at_key;
ALTER INDEX public.notifications_deleted_at ATTACH PARTITION public.notifications_2026_12_14_deleted_at_idx;
ALTER INDEX public.notifications_item_id ATTACH PARTITION public.notifications_2026_12_14_item_id_user_id_idx;
ALTER INDEX public.notifications_muted_by ATTACH PARTITION public.notifications_2026_12_14_muted_by_idx;
ALTER INDEX public.notifications_pkey ATTACH PARTITION public.notifications_2026_12_14_pkey;
ALTER INDEX public.notifications_user_created_at ATTACH PARTITION public.notifications_2026_12_14_user_id_created_at_seq_idx;
ALTER INDEX public.notifications_user_keyword_created_at ATTACH PARTITION public.notifications_2026_12_14_user_id_lower_status_created_at_se_idx;
ALTER INDEX public.notifications_user_seq ATTACH PARTITION public.notifications_2026_12_14_user_id_seq_idx;
ALTER INDEX public.notifications_user_status_created_at ATTACH PARTITION public.notifications_2026_12_14_user_id_status_created_at_seq_keyw_idx;
ALTER INDEX public.notifications_watch_created_at ATTACH PARTITION public.notifications_2026_12_14_watch_id_created_at_idx;
ALTER INDEX public.notifications_watch_not_relevant ATTACH PARTITION public.notifications_2026_12_14_watch_id_idx;
ALTER INDEX public.notifications_watch_item_key ATTACH PARTITION public.notifications_2026_12_14_watch_id_item_id_seen_at_key;
ALTER INDEX public.notifications_deleted_at ATTACH PARTITION public.notifications_2026_12_21_deleted_at_idx;
ALTER INDEX public.notifications_item_id ATTACH PARTITION public.notifications_2026_12_21_item_id_user_id_idx;
ALTER INDEX public.notifications_muted_by ATTACH PARTITION public.notifications_2026_12_21_muted_by_idx;
ALTER INDEX public.notifications_pkey ATTACH PARTITION public.notifications_2026_12_21_pkey;
ALTER INDEX public.notifications_user_created_at ATTACH PARTITION public.notifications_2026_12_21_user_id_created_at_seq_idx;
ALTER INDEX public.notifications_user_keyword_created_at ATTACH PARTITION public.notifications_2026_12_21_user_id_lower_status_created_at_se_idx;
ALTER INDEX public.notifications_user_seq ATTACH PARTITION public.notifications_2026_12_21_user_id_seq_idx;
ALTER INDEX public.notifications_user_status_created_at ATTACH PARTITION public.notifications_2026_12_21_user_id_status_created_at_seq_keyw_idx;
ALTER INDEX public.notifications_watch_created_at ATTACH PARTITION public.notifications_2026_12_21_watch_id_created_at_idx;
ALTER INDEX public.notifications_watch_not_relevant ATTACH PARTITION public.notifications_2026_12_21_watch_id_idx;
ALTER INDEX public.notifications_watch_item_key ATTACH PARTITION public.notifications_2026_12_21_watch_id_item_id_seen_at_key;
ALTER INDEX public.unmatched_items_subreddit_seen_at ATTACH PARTITION public.unmatched_items_2026_11_27_15_lower_seen_at_idx;
ALTER INDEX public.unmatched_items_seen_at ATTACH PARTITION public.unmatched_items_2026_11_27_15_seen_at_idx;
ALTER INDEX public.unmatched_items_subreddit_seen_at ATTACH PARTITION public.unmatched_items_2026_11_27_18_lower_seen_at_idx;
ALTER INDEX public.unmatched_items_seen_at ATTACH PARTITION public.unmatched_items_2026_11_27_18_seen_at_idx;
ALTER INDEX public.unmatched_items_subreddit_seen_at ATTACH PARTITION public.unmatched_items_2026_11_27_21_lower_seen_at_idx;
ALTER INDEX public.unmatched_items_seen_at ATTACH PARTITION public.unmatched_items_2026_11_27_21_seen_at_idx;
CREATE TRIGGER hasten_host AFTER INSERT OR UPDATE OF next_poll_at, host ON public.feeds FOR EACH ROW WHEN ((new.next_poll_at IS NOT NULL)) EXECUTE FUNCTION public.hasten_feed_host();
CREATE TRIGGER notifications_deleted AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_deleted_notifications();
CREATE TRIGGER notifications_inserted AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_new_notifications();
CREATE TRIGGER notifications_updated AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_changed_notifications();
CREATE TRIGGER notifications_updated_recount AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.recount_changed_matches();
CREATE TRIGGER users_deleted AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION public.remember_deleted_user();
CREATE TRIGGER watch_variants_changed AFTER INSERT OR DELETE OR UPDATE OF keyword, mode, excluded_subreddits, excluded_authors, include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only, ended_at ON public.watch_variants FOR EACH ROW EXECUTE FUNCTION public.record_variant_change();
CREATE TRIGGER watches_changed AFTER UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, is_active, include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only, paused_at ON public.watches FOR EACH ROW EXECUTE FUNCTION public.record_watch_change();
CREATE TRIGGER watches_created_or_deleted AFTER INSERT OR DELETE ON public.watches FOR EACH ROW EXECUTE FUNCTION public.record_watch_change();
CREATE TRIGGER watches_end_variant AFTER UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only ON public.watches FOR EACH ROW WHEN (((((((((((old.keyword IS DISTINCT FROM new.keyword) OR (old.mode IS DISTINCT FROM new.mode)) OR (lower((old.subreddits)::text) IS DISTINCT FROM lower((new.subreddits)::text))) OR (lower((old.excluded_subreddits)::text) IS DISTINCT FROM lower((new.excluded_subreddits)::text))) OR (lower((old.excluded_authors)::text) IS DISTINCT FROM lower((new.excluded_authors)::text))) OR (old.include_posts IS DISTINCT FROM new.include_posts)) OR (old.include_comments IS DISTINCT FROM new.include_comments)) OR (old.match_titles_only IS DISTINCT FROM new.match_titles_only)) OR (old.case_sensitive IS DISTINCT FROM new.case_sensitive)) OR (old.whole_word_only IS DISTINCT FROM new.whole_word_only))) EXECUTE FUNCTION public.end_variant();
CREATE TRIGGER watches_rule_changed BEFORE UPDATE OF keyword, mode, subreddits, excluded_subreddits, excluded_authors, is_active, include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only ON public.watches FOR EACH ROW WHEN (((new.is_active AND (NOT old.is_active)) OR ((((((((((old.keyword IS DISTINCT FROM new.keyword) OR (old.mode IS DISTINCT FROM new.mode)) OR (lower((old.subreddits)::text) IS DISTINCT FROM lower((new.subreddits)::text))) OR (lower((old.excluded_subreddits)::text) IS DISTINCT FROM lower((new.excluded_subreddits)::text))) OR (lower((old.excluded_authors)::text) IS DISTINCT FROM lower((new.excluded_authors)::text))) OR (old.include_posts IS DISTINCT FROM new.include_posts)) OR (old.include_comments IS DISTINCT FROM new.include_comments)) OR (old.match_titles_only IS DISTINCT FROM new.match_titles_only)) OR (old.case_sensitive IS DISTINCT FROM new.case_sensitive)) OR (old.whole_word_only IS DISTINCT FROM new.whole_word_only)))) EXECUTE FUNCTION public.note_rule_change();
CREATE TRIGGER watches_rule_made BEFORE INSERT ON public.watches FOR EACH ROW EXECUTE FUNCTION public.note_rule_change();
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES public.outbox(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.billing_customers
    ADD CONSTRAINT billing_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.billing_customers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.digest_entries
    ADD CONSTRAINT digest_entries_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES public.digests(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.endpoints
    ADD CONSTRAINT endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.feeds
    ADD CONSTRAINT feeds_host_fkey FOREIGN KEY (host) REFERENCES public.feed_hosts(host);
ALTER TABLE ONLY public.gap_changes
    ADD CONSTRAINT gap_changes_round_id_fkey FOREIGN KEY (round_id) REFERENCES public.gap_rounds(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hearing_tests
    ADD CONSTRAINT hearing_tests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hearing_tests
    ADD CONSTRAINT hearing_tests_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES public.watches(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.insight_jobs
    ADD CONSTRAINT insight_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.insight_parts
    ADD CONSTRAINT insight_parts_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.insight_jobs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.insight_results
    ADD CONSTRAINT insight_results_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.live_cursors
    ADD CONSTRAINT live_cursors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES public.watches(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.near_misses
    ADD CONSTRAINT near_misses_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES public.watches(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notification_versions
    ADD CONSTRAINT notification_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.requests_made
    ADD CONSTRAINT requests_made_account_fkey FOREIGN KEY (account) REFERENCES public.request_budgets(account) ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sequence_waiting
    ADD CONSTRAINT sequence_waiting_source_fkey FOREIGN KEY (source) REFERENCES public.sequences(source) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.billing_customers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_feeds
    ADD CONSTRAINT user_feeds_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES public.feeds(id);
ALTER TABLE ONLY public.user_feeds
    ADD CONSTRAINT user_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.unlisted_matches
    ADD CONSTRAINT watch_hours_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES public.watches(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.watch_variants
    ADD CONSTRAINT watch_variants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.watch_variants
    ADD CONSTRAINT watch_variants_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES public.watches(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.watches
    ADD CONSTRAINT watches_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
