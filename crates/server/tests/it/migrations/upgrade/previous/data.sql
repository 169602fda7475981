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
CREATE FUNCTION public.record_suspension() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) SELECT id FROM watches WHERE user_id = NEW.id AND is_active;
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;
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
CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id uuid,
    act text NOT NULL,
    subject_id uuid,
    details jsonb NOT NULL,
    CONSTRAINT audit_log_act_check CHECK ((act = ANY (ARRAY['account_added'::text, 'administrator_promoted'::text, 'administrator_demoted'::text, 'account_invited'::text, 'account_suspended'::text, 'account_unsuspended'::text, 'account_deleted'::text, 'password_set'::text, 'payment_refunded'::text, 'messages_replayed'::text, 'settings_changed'::text, 'announcement_published'::text, 'announcement_withdrawn'::text]))),
    CONSTRAINT audit_log_details_check CHECK ((length((details)::text) <= 1000))
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
CREATE TABLE public.instance_settings (
    is_only boolean DEFAULT true NOT NULL,
    registration text,
    max_accounts integer,
    max_watches integer,
    max_patterns integer,
    has_status_page boolean,
    announcement text,
    announced_at timestamp with time zone,
    announced_until timestamp with time zone,
    CONSTRAINT instance_settings_announcement_check CHECK (((length(announcement) >= 1) AND (length(announcement) <= 500))),
    CONSTRAINT instance_settings_check CHECK (((announcement IS NULL) = (announced_at IS NULL))),
    CONSTRAINT instance_settings_check1 CHECK (((announced_until IS NULL) OR (announced_at IS NOT NULL))),
    CONSTRAINT instance_settings_is_only_check CHECK (is_only),
    CONSTRAINT instance_settings_max_accounts_check CHECK ((max_accounts > 0)),
    CONSTRAINT instance_settings_max_patterns_check CHECK ((max_patterns > 0)),
    CONSTRAINT instance_settings_max_watches_check CHECK ((max_watches > 0)),
    CONSTRAINT instance_settings_registration_check CHECK ((registration = ANY (ARRAY['open'::text, 'invite'::text, 'closed'::text])))
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
CREATE TABLE public.match_shards (
    shard integer NOT NULL,
    shards integer NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    log_made_at bigint DEFAULT 0 NOT NULL,
    holder uuid,
    leased_until timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    CONSTRAINT match_shards_check CHECK ((shard < shards)),
    CONSTRAINT match_shards_check1 CHECK (((holder IS NULL) = (leased_until IS NULL))),
    CONSTRAINT match_shards_position_check CHECK (("position" >= 0)),
    CONSTRAINT match_shards_shard_check CHECK ((shard >= 0)),
    CONSTRAINT match_shards_shards_check CHECK (((shards >= 1) AND (shards <= 64)))
);
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
    trace_parent bytea,
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
CREATE TABLE public.processes (
    id uuid NOT NULL,
    version text NOT NULL,
    serves_api boolean NOT NULL,
    ingests boolean NOT NULL,
    delivers boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    matches boolean DEFAULT false NOT NULL,
    CONSTRAINT processes_version_check CHECK ((length(version) <= 100))
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
CREATE TABLE public.unmatched_items_2026_11_28_21 (
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
CREATE TABLE public.unmatched_items_2026_11_29_00 (
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
CREATE TABLE public.unmatched_items_2026_11_29_03 (
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
    is_administrator boolean DEFAULT false NOT NULL,
    suspended_at timestamp with time zone,
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
ALTER TABLE ONLY public.unmatched_items ATTACH PARTITION public.unmatched_items_2026_11_28_21 FOR VALUES FROM ('2026-11-28 21:00:00+00') TO ('2026-11-29 00:00:00+00');
ALTER TABLE ONLY public.unmatched_items ATTACH PARTITION public.unmatched_items_2026_11_29_00 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-29 03:00:00+00');
ALTER TABLE ONLY public.unmatched_items ATTACH PARTITION public.unmatched_items_2026_11_29_03 FOR VALUES FROM ('2026-11-29 03:00:00+00') TO ('2026-11-29 06:00:00+00');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000001', '2026-11-28 22:56:08.846442');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000002', '2026-11-28 22:56:08.857592');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000003', '2026-11-28 22:56:08.863533');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000004', '2026-11-28 22:56:08.871321');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000005', '2026-11-28 22:56:08.900702');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000006', '2026-11-28 22:56:08.912526');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000007', '2026-11-28 22:56:08.917432');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000008', '2026-11-28 22:56:08.960356');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000009', '2026-11-28 22:56:08.976423');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000020', '2026-11-28 22:56:08.987584');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261121000030', '2026-11-28 22:56:09.026935');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261127000370', '2026-11-28 22:56:09.040023');
INSERT INTO public.attempts VALUES ('01a2245f-8575-7790-8150-05fe0a2cdf85', '01a2245f-855d-7144-8c7a-12f714860f00', 1, '2026-11-28 22:56:09.575856+00', '2026-11-28 22:56:09.587667+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-85e9-75fd-a667-e0fbd88e7c3f', '01a2245f-85da-70d6-950f-683af95bd568', 1, '2026-11-28 22:56:09.700087+00', '2026-11-28 22:56:09.704721+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-8657-74cb-8d8e-9f1d67c07e15', '01a2245f-8645-7686-ad2b-5ece12c06181', 1, '2026-11-28 22:56:09.807622+00', '2026-11-28 22:56:09.813933+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-8d5f-72ea-b66e-92af434b9e70', '01a2245f-8d29-76a4-810f-0dbae644892a', 1, '2026-11-28 22:56:11.585753+00', '2026-11-28 22:56:11.612114+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-8d66-74b2-b28b-4b4d8a0b4859', '01a2245f-8d29-76a4-810f-0db7a70130be', 1, '2026-11-28 22:56:11.58525+00', '2026-11-28 22:56:11.620258+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-8d74-7245-a351-e366304f05e2', '01a2245f-8d29-76a4-810f-0db9f3223883', 1, '2026-11-28 22:56:11.585704+00', '2026-11-28 22:56:11.634605+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-8d73-7319-baf4-a37deb63cafe', '01a2245f-8d29-76a4-810f-0db8c16867cf', 1, '2026-11-28 22:56:11.585566+00', '2026-11-28 22:56:11.635068+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-8d81-756d-a194-5850c1f2ee09', '01a2245f-8d28-738f-a727-375f9022711e', 1, '2026-11-28 22:56:11.588661+00', '2026-11-28 22:56:11.648413+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-8d87-7354-8caf-da21649dbedd', '01a2245f-8d28-738f-a727-375e27a6b5d1', 1, '2026-11-28 22:56:11.588564+00', '2026-11-28 22:56:11.654723+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-8da6-771f-9e36-64d1e754919e', '01a2245f-8d85-767d-8426-df64e515f5be', 1, '2026-11-28 22:56:11.675098+00', '2026-11-28 22:56:11.685742+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-8dae-71c8-9368-f7c2e6c6e257', '01a2245f-8d85-767d-8426-df67362284fa', 1, '2026-11-28 22:56:11.68433+00', '2026-11-28 22:56:11.693991+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-8db3-740d-b5f3-be4c1301b5b0', '01a2245f-8d85-767d-8426-df657c126228', 1, '2026-11-28 22:56:11.675994+00', '2026-11-28 22:56:11.698981+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-8db4-75aa-b1fe-5b07a0523d5d', '01a2245f-8d85-767d-8426-df666742e1d5', 1, '2026-11-28 22:56:11.684078+00', '2026-11-28 22:56:11.699536+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-8dec-75e9-bfe8-fcc3856be49c', '01a2245f-8dd8-7125-b059-2dac8251cde9', 1, '2026-11-28 22:56:11.747453+00', '2026-11-28 22:56:11.755473+00', 'sent', '', 250);
INSERT INTO public.attempts VALUES ('01a2245f-8df7-7659-aab0-d8a3dcfdf1a1', '01a2245f-8dd9-73ab-8cbc-2c45b547f384', 1, '2026-11-28 22:56:11.747945+00', '2026-11-28 22:56:11.766171+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-8df7-7659-aab0-d8a20161ff26', '01a2245f-8dd9-73ab-8cbc-2c44add36441', 1, '2026-11-28 22:56:11.747881+00', '2026-11-28 22:56:11.766744+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-950d-74b3-9c00-cfb178c12a4b', '01a2245f-94fa-728d-99d8-a2751d39d22c', 1, '2026-11-28 22:56:13.574053+00', '2026-11-28 22:56:13.581019+00', 'sent', '', 200);
INSERT INTO public.attempts VALUES ('01a2245f-9514-7270-815d-6133a05c16dd', '01a2245f-94fa-728d-99d8-a274e5d1a017', 1, '2026-11-28 22:56:13.573982+00', '2026-11-28 22:56:13.586525+00', 'retry', 'answered 503', 503);
INSERT INTO public.attempts VALUES ('01a2245f-951e-7742-9e04-44ce0829e8f3', '01a2245f-94fa-728d-99d8-a27234941336', 1, '2026-11-28 22:56:13.58172+00', '2026-11-28 22:56:13.598028+00', 'retry', 'transient error (451): 4.3.0 Try again later, on demand', 451);
INSERT INTO public.attempts VALUES ('01a2245f-951f-72f1-94a0-d279cf56243f', '01a2245f-94fa-728d-99d8-a2732545cf45', 1, '2026-11-28 22:56:13.581693+00', '2026-11-28 22:56:13.59594+00', 'dead', 'permanent error (550): 5.1.1 Refused on demand', 550);
INSERT INTO public.attempts VALUES ('01a22460-0a47-7072-bb87-f5392fd5f7ba', '01a2245f-94fa-728d-99d8-a274e5d1a017', 2, '2026-11-28 22:56:43.58232+00', '2026-11-28 22:56:43.59061+00', 'retry', 'answered 503', 503);
INSERT INTO public.attempts VALUES ('01a22460-0a4f-75e1-a7b0-23503fe1d905', '01a2245f-94fa-728d-99d8-a27234941336', 2, '2026-11-28 22:56:43.593789+00', '2026-11-28 22:56:43.598658+00', 'retry', 'transient error (451): 4.3.0 Try again later, on demand', 451);
INSERT INTO public.counted_matches VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', 0);
INSERT INTO public.coverage_hours VALUES ('all', 'comment', '2026-11-28 22:00:00+00', 1, 0, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{1}');
INSERT INTO public.coverage_hours VALUES ('all', 'post', '2026-11-28 22:00:00+00', 5, 0, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{4,0,0,0,0,0,0,0,0,1}');
INSERT INTO public.coverage_hours VALUES ('tea', 'post', '2026-11-28 22:00:00+00', 1, 0, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,1}');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d1f-7074-be26-09b9610b8669', '01a2245f-8d16-70e1-b95a-4f1d32af320c', '2026-11-28 22:56:11.531454+00', 'daily');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d1f-7074-be26-09b9610b8669', '01a2245f-8d16-70e1-b95a-4f209fd58e64', '2026-11-28 22:56:11.531454+00', 'daily');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d28-738f-a727-375cddd73faa', '01a2245f-8d16-70e1-b95a-4f1cded62bce', '2026-11-28 22:56:11.531454+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d28-738f-a727-375cddd73faa', '01a2245f-8d16-70e1-b95a-4f22c511f784', '2026-11-28 22:56:11.531454+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d28-738f-a727-375de02cf88f', '01a2245f-8d16-70e1-b95a-4f1e5db19103', '2026-11-28 22:56:11.531454+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d28-738f-a727-375de02cf88f', '01a2245f-8d16-70e1-b95a-4f21ed82d1c7', '2026-11-28 22:56:11.531454+00', 'together');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d1f-7074-be26-09b9610b8669', '01a2245f-8d77-73fa-be42-dc4d9626aa08', '2026-11-28 22:56:11.60771+00', 'daily');
INSERT INTO public.digest_entries VALUES ('01a2245f-8d1f-7074-be26-09b9610b8669', '01a2245f-94f2-734e-94cd-8daa1a480f3f', '2026-11-28 22:56:13.548412+00', 'daily');
INSERT INTO public.digests VALUES ('01a2245f-8d28-738f-a727-375de02cf88f', '01a2245f-863c-70eb-899b-fcf0c6e02525', NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.601894+00', '2026-11-28 22:56:11.531454+00');
INSERT INTO public.digests VALUES ('01a2245f-8d28-738f-a727-375cddd73faa', '01a2245f-854b-72ea-a7dd-28d1a545de19', NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.59533+00', '2026-11-28 22:56:11.531454+00');
INSERT INTO public.digests VALUES ('01a2245f-8d1f-7074-be26-09b9610b8669', '01a2245f-85cb-7265-ba9e-db0731c6b379', NULL, '2026-11-29 08:00:00+00', NULL, '2026-11-28 22:56:11.531454+00');
INSERT INTO public.email_tokens VALUES ('01a2245f-855b-73ec-b781-6a100ef8a9be', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'verify', '\xe0160c1c4e3a8ffc35ae9403bd038a605d11be1889da4bf3b6fc1d26a796b42b', 'ada@example.com', '2026-11-28 22:56:09.563745+00', '2026-11-29 22:56:09.563745+00', '2026-11-28 22:56:09.585454+00', '{"at": "2026-11-28T22:56:09.547605Z", "lastName": "Reader", "timeZone": "UTC", "firstName": "Ada", "passwordHash": "$argon2id$v=19$m=19456,t=2,p=1$XHY60wHMtX6f9KAT/8E6fQ$yLmxBsXI9hmIkI4M/Zvj843M2wPuVyVmg/9qOjxc7Jg"}');
INSERT INTO public.email_tokens VALUES ('01a2245f-85d8-7761-a565-ca99ab89b44a', '01a2245f-85cb-7265-ba9e-db0731c6b379', 'verify', '\x779d290277a5709a1e58d0921288455171aa683a4e8e03567b60dbf93b22794a', 'ben@example.com', '2026-11-28 22:56:09.688385+00', '2026-11-29 22:56:09.688385+00', '2026-11-28 22:56:09.70843+00', '{"at": "2026-11-28T22:56:09.675236Z", "lastName": "Reader", "timeZone": "UTC", "firstName": "Ada", "passwordHash": "$argon2id$v=19$m=19456,t=2,p=1$swiZaiqujpPyLNq2A3sipw$QeTbM8TXnMS3QnFj/DyiOBzog1C3lqWbe+TVwzw2tx8"}');
INSERT INTO public.email_tokens VALUES ('01a2245f-8644-7355-b4c4-b11bb3e4e6f6', '01a2245f-863c-70eb-899b-fcf0c6e02525', 'verify', '\x42de7778283da05679f792c6b9f94ccdbe54a0649a3e85e2e441420c674d0239', 'cleo@example.com', '2026-11-28 22:56:09.796634+00', '2026-11-29 22:56:09.796634+00', '2026-11-28 22:56:09.817591+00', '{"at": "2026-11-28T22:56:09.788942Z", "lastName": "Reader", "timeZone": "UTC", "firstName": "Ada", "passwordHash": "$argon2id$v=19$m=19456,t=2,p=1$Uzv5gVSLpkUpJN1/UtIM7g$FiyBpmViDDl6bk/FSJ9MK0f5oVVDHH95w9d8U/xLtfE"}');
INSERT INTO public.endpoints VALUES ('01a2245f-86e7-7778-9013-f55db81131f5', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'slack', 'My slack', '\x0a8085733e27998d933bb027b2db14f04c4586983b9d9d90372ef6c22e0b6ee2abf992e3e97294b767269de16f61b6a76bcbdd46434ee1791fde01ffe054ff19e6854db705b8acde3e64f32d00c6b76843ac3127ea5016e56a72a6acc00082a7eaeb5350d3', '\x1707f40d89c301e124a4dcf1dd1f425f329c9b1ebce83001e08e8daa1644b017', '127.0.0.1', NULL, 1, NULL, NULL, '2026-11-28 22:56:13.581019+00', NULL, '2026-11-28 22:56:09.959903+00', 0, 0, NULL, false);
INSERT INTO public.endpoints VALUES ('01a2245f-86e0-75bb-9540-e54302bb4faa', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'webhook', 'My webhook', '\xc3d96ea342dfe77c08649f3f2a6373643f94391f06f343b6577c58ff9f78728a37f4071823a6b4463e16fbb87eff0ba9ff5afb7a9299f6714cf3abecea1aff9a0d98044e134dd11868f731657d3d62a576db7d761ecd29', '\xeff1ec77425f7cb9b92c5543143d2e981625a62715f62d83ffb13ba62a075f4f', '127.0.0.1', NULL, 1, '2026-11-28 22:56:13.586525+00', 'answered 503', '2026-11-28 22:56:11.766744+00', NULL, '2026-11-28 22:56:09.952964+00', 2, 0, NULL, false);
INSERT INTO public.feed_hosts VALUES ('127.0.0.1', '2026-11-28 22:56:14.419437+00', '2026-11-28 23:26:12.412306+00', DEFAULT);
INSERT INTO public.feeds VALUES ('01a2245f-8714-77d9-b1f3-dfa4c44a4146', 'feed/127.0.0.1/4c4987df', 'http://127.0.0.1:46757/feeds/journal.rss', 'http://127.0.0.1:46757/feeds/journal.rss', '127.0.0.1', 'An invented journal', 'http://127.0.0.1:46757/journal', '2026-11-28 22:56:10.001144+00', '"d1fba762150c532c-rss"', 'Sat, 28 Nov 2026 22:56:08 GMT', '\x', '2026-11-28 23:26:12.419437+00', NULL, 1, '2026-11-28 22:56:12.412306+00', 0, NULL, 1800, 1, 1, 0, '\x');
INSERT INTO public.hearing_tests VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8dc9-73cd-aa36-b7b75610a637', '01a2245f-869c-76b4-b674-49ebb5d2243e', 'kettle', '{"body": "Harken planted this post so that you can see your alerts arrive. It is not published anywhere.", "kind": "post", "link": "", "flair": "", "place": "tea", "score": 1, "title": "Hearing test: kettle", "author": "harken-test"}', '2026-11-28 22:56:11.721294+00', '2026-11-28 22:56:11.725281+00', '2026-11-28 22:56:11.728721+00', '2026-11-28 22:56:11.729616+00', 4, '[{"end": 20, "field": "title", "start": 14}]', '[{"held": null, "name": null, "closed": null, "channel": "mail", "message_id": "01a2245f-8dd8-7125-b059-2dac8251cde9"}, {"held": null, "name": "My webhook", "closed": null, "channel": "webhook", "message_id": "01a2245f-8dd9-73ab-8cbc-2c44add36441"}, {"held": null, "name": "My slack", "closed": null, "channel": "slack", "message_id": "01a2245f-8dd9-73ab-8cbc-2c45b547f384"}]', NULL);
INSERT INTO public.instance_settings VALUES (true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.item_keys VALUES ('t3_1k8bauf', '01a2245f-8d0d-7272-97d9-9783964a8f59', '2026-11-28 22:56:11.531454+00', NULL, '2026-11-28 23:56:11.531454+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t3_1k8bauj', '01a2245f-8d0d-7272-97d9-9784e043374d', '2026-11-28 22:56:11.531454+00', NULL, '2026-11-28 23:56:11.531454+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t3_1k8baul', '01a2245f-8d0d-7272-97d9-9785096f1a82', '2026-11-28 22:56:11.531454+00', NULL, '2026-11-28 23:56:11.531454+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t1_hv5g9pq8', '01a2245f-8d5b-76fa-8968-7fcaffb10530', '2026-11-28 22:56:11.60771+00', NULL, '2026-11-28 23:56:11.60771+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.item_keys VALUES ('t3_1k8baur', '01a2245f-94ed-718f-9789-c1f60825c85b', '2026-11-28 22:56:13.548412+00', NULL, '2026-11-28 23:56:13.548412+00', NULL, NULL, 0, 0, true, false, true);
INSERT INTO public.items_2026_11_23 VALUES ('01a2245f-8d0d-7272-97d9-9783964a8f59', '2026-11-28 22:56:11.531454+00', 't3_1k8bauf', 'post', 'tea', 'invented_author', 'Which kettle boils quietly?', 'Mine whistles all day.', 'http://127.0.0.1:42313/r/tea/comments/1k8bauf/which_kettle_boils_quietly/', 1, 1, '2026-11-28 22:56:11+00', 't3_1k8bauf', NULL, NULL, 't3_1k8bauf', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a2245f-8d0d-7272-97d9-9784e043374d', '2026-11-28 22:56:11.531454+00', 't3_1k8bauj', 'post', 'tea', 'invented_author', 'A kettle giveaway', 'Nobody is told of this one.', 'http://127.0.0.1:42313/r/tea/comments/1k8bauj/a_kettle_giveaway/', 1, 0, '2026-11-28 22:56:11+00', 't3_1k8bauj', NULL, NULL, 't3_1k8bauj', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a2245f-8d0d-7272-97d9-9785096f1a82', '2026-11-28 22:56:11.531454+00', 't3_1k8baul', 'post', 'Coffee', 'invented_author', 'A green teapot for coffee', 'It pours well.', 'http://127.0.0.1:42313/r/Coffee/comments/1k8baul/a_green_teapot_for_coffee/', 1, 0, '2026-11-28 22:56:11+00', 't3_1k8baul', NULL, NULL, 't3_1k8baul', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a2245f-8d5b-76fa-8968-7fcaffb10530', '2026-11-28 22:56:11.60771+00', 't1_hv5g9pq8', 'comment', 'tea', 'invented_commenter', 'Which kettle boils quietly?', 'My kettle does, and it was cheap.', 'http://127.0.0.1:42313/r/tea/comments/1k8bauf/which_kettle_boils_quietly/hv5g9pq8/', 1, 1, '2026-11-28 22:56:11+00', 't3_1k8bauf', NULL, NULL, 't3_1k8bauf', '', '', true);
INSERT INTO public.items_2026_11_23 VALUES ('01a2245f-94ed-718f-9789-c1f60825c85b', '2026-11-28 22:56:13.548412+00', 't3_1k8baur', 'post', 'tea', 'invented_author', 'A kettle that nobody is told of yet', 'Later.', 'http://127.0.0.1:42313/r/tea/comments/1k8baur/a_kettle_that_nobody_is_told_of_yet/', 1, 0, '2026-11-28 22:56:11+00', 't3_1k8baur', NULL, NULL, 't3_1k8baur', '', '', true);
INSERT INTO public.live_cursors VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', 5, '2026-11-28 22:00:00+00', 4);
INSERT INTO public.live_cursors VALUES ('01a2245f-85cb-7265-ba9e-db0731c6b379', 4, '2026-11-28 22:00:00+00', 4);
INSERT INTO public.live_cursors VALUES ('01a2245f-863c-70eb-899b-fcf0c6e02525', 4, '2026-11-28 22:00:00+00', 4);
INSERT INTO public.match_shards VALUES (0, 1, 0, 0, NULL, NULL, 0);
INSERT INTO public.mutes VALUES ('01a2245f-8702-77c5-a218-eb074d64adf1', '01a2245f-854b-72ea-a7dd-28d1a545de19', NULL, 'word', 'giveaway', 'giveaway', NULL, '2026-11-28 22:56:09.986912+00');
INSERT INTO public.notification_counts VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', 'teapot and (blue or green)', '2026-11-23 00:00:00+00', 1, 0, 0, '2026-11-28 22:56:11.531454+00', NULL, NULL);
INSERT INTO public.notification_counts VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', 'kettle', '2026-11-23 00:00:00+00', 2, 1, 0, '2026-11-28 22:56:13.548412+00', '2026-11-28 22:56:11.60771+00', NULL);
INSERT INTO public.notification_counts VALUES ('01a2245f-85cb-7265-ba9e-db0731c6b379', 'kettle', '2026-11-23 00:00:00+00', 4, 0, 0, '2026-11-28 22:56:13.548412+00', NULL, NULL);
INSERT INTO public.notification_counts VALUES ('01a2245f-863c-70eb-899b-fcf0c6e02525', 'kettle', '2026-11-23 00:00:00+00', 4, 0, 0, '2026-11-28 22:56:13.548412+00', NULL, NULL);
INSERT INTO public.notification_versions VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', 4);
INSERT INTO public.notification_versions VALUES ('01a2245f-85cb-7265-ba9e-db0731c6b379', 3);
INSERT INTO public.notification_versions VALUES ('01a2245f-863c-70eb-899b-fcf0c6e02525', 3);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d16-70e1-b95a-4f1cded62bce', '2026-11-28 22:56:11.531454+00', '01a2245f-8d0d-7272-97d9-9783964a8f59', '01a2245f-869c-76b4-b674-49ebb5d2243e', '01a2245f-854b-72ea-a7dd-28d1a545de19', 1, 'kettle', '[{"end": 12, "field": "title", "start": 6}]', 'unread', '2026-11-28 22:56:11.531454+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d16-70e1-b95a-4f22c511f784', '2026-11-28 22:56:11.531454+00', '01a2245f-8d0d-7272-97d9-9785096f1a82', '01a2245f-86a9-7252-b1d1-f7df99794e15', '01a2245f-854b-72ea-a7dd-28d1a545de19', 2, 'teapot AND (blue OR green)', '[{"end": 7, "field": "title", "start": 2}, {"end": 14, "field": "title", "start": 8}]', 'unread', '2026-11-28 22:56:11.531454+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d16-70e1-b95a-4f1d32af320c', '2026-11-28 22:56:11.531454+00', '01a2245f-8d0d-7272-97d9-9783964a8f59', '01a2245f-86c4-7571-9549-3efefe3fd513', '01a2245f-85cb-7265-ba9e-db0731c6b379', 1, 'kettle', '[{"end": 12, "field": "title", "start": 6}]', 'unread', '2026-11-28 22:56:11.531454+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d16-70e1-b95a-4f209fd58e64', '2026-11-28 22:56:11.531454+00', '01a2245f-8d0d-7272-97d9-9784e043374d', '01a2245f-86c4-7571-9549-3efefe3fd513', '01a2245f-85cb-7265-ba9e-db0731c6b379', 2, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-28 22:56:11.531454+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d16-70e1-b95a-4f1e5db19103', '2026-11-28 22:56:11.531454+00', '01a2245f-8d0d-7272-97d9-9783964a8f59', '01a2245f-86d6-76f9-9efa-a2be0c721408', '01a2245f-863c-70eb-899b-fcf0c6e02525', 1, 'kettle', '[{"end": 12, "field": "title", "start": 6}]', 'unread', '2026-11-28 22:56:11.531454+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d16-70e1-b95a-4f21ed82d1c7', '2026-11-28 22:56:11.531454+00', '01a2245f-8d0d-7272-97d9-9784e043374d', '01a2245f-86d6-76f9-9efa-a2be0c721408', '01a2245f-863c-70eb-899b-fcf0c6e02525', 2, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-28 22:56:11.531454+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d77-73fa-be42-dc4d9626aa08', '2026-11-28 22:56:11.60771+00', '01a2245f-8d5b-76fa-8968-7fcaffb10530', '01a2245f-86c4-7571-9549-3efefe3fd513', '01a2245f-85cb-7265-ba9e-db0731c6b379', 3, 'kettle', '[{"end": 9, "field": "body", "start": 3}]', 'unread', '2026-11-28 22:56:11.60771+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d78-71a1-8492-9f5a5945403d', '2026-11-28 22:56:11.60771+00', '01a2245f-8d5b-76fa-8968-7fcaffb10530', '01a2245f-86d6-76f9-9efa-a2be0c721408', '01a2245f-863c-70eb-899b-fcf0c6e02525', 3, 'kettle', '[{"end": 9, "field": "body", "start": 3}]', 'unread', '2026-11-28 22:56:11.60771+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-8d77-73fa-be42-dc4c582530f4', '2026-11-28 22:56:11.60771+00', '01a2245f-8d5b-76fa-8968-7fcaffb10530', '01a2245f-869c-76b4-b674-49ebb5d2243e', '01a2245f-854b-72ea-a7dd-28d1a545de19', 3, 'kettle', '[{"end": 9, "field": "body", "start": 3}]', 'read', '2026-11-28 22:56:11.60771+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-94f2-734e-94cd-8da9e43f9a75', '2026-11-28 22:56:13.548412+00', '01a2245f-94ed-718f-9789-c1f60825c85b', '01a2245f-869c-76b4-b674-49ebb5d2243e', '01a2245f-854b-72ea-a7dd-28d1a545de19', 5, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-28 22:56:13.548412+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-94f2-734e-94cd-8daa1a480f3f', '2026-11-28 22:56:13.548412+00', '01a2245f-94ed-718f-9789-c1f60825c85b', '01a2245f-86c4-7571-9549-3efefe3fd513', '01a2245f-85cb-7265-ba9e-db0731c6b379', 4, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-28 22:56:13.548412+00', NULL, NULL, NULL);
INSERT INTO public.notifications_2026_11_23 VALUES ('01a2245f-94f2-734e-94cd-8dab44fc3721', '2026-11-28 22:56:13.548412+00', '01a2245f-94ed-718f-9789-c1f60825c85b', '01a2245f-86d6-76f9-9efa-a2be0c721408', '01a2245f-863c-70eb-899b-fcf0c6e02525', 4, 'kettle', '[{"end": 8, "field": "title", "start": 2}]', 'unread', '2026-11-28 22:56:13.548412+00', NULL, NULL, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-855d-7144-8c7a-12f714860f00', 'mail', 'verify_email', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-855b-73ec-b781-6a100ef8a9be', NULL, 'sent', 1, '2026-11-28 22:56:09.563745+00', NULL, 1, NULL, '2026-11-28 22:56:09.563745+00', '2026-11-28 22:56:09.587667+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-85da-70d6-950f-683af95bd568', 'mail', 'verify_email', '01a2245f-85cb-7265-ba9e-db0731c6b379', '01a2245f-85d8-7761-a565-ca99ab89b44a', NULL, 'sent', 1, '2026-11-28 22:56:09.688385+00', NULL, 1, NULL, '2026-11-28 22:56:09.688385+00', '2026-11-28 22:56:09.704721+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8645-7686-ad2b-5ece12c06181', 'mail', 'verify_email', '01a2245f-863c-70eb-899b-fcf0c6e02525', '01a2245f-8644-7355-b4c4-b11bb3e4e6f6', NULL, 'sent', 1, '2026-11-28 22:56:09.796634+00', NULL, 1, NULL, '2026-11-28 22:56:09.796634+00', '2026-11-28 22:56:09.813933+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d25-77b0-afba-600330d9970d', 'mail', 'digest', '01a2245f-85cb-7265-ba9e-db0731c6b379', '01a2245f-8d1f-7074-be26-09b9610b8669', NULL, 'pending', 0, '2026-11-29 08:00:00+00', NULL, 0, NULL, '2026-11-28 22:56:11.531454+00', NULL, NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d29-76a4-810f-0dbae644892a', 'slack', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d16-70e1-b95a-4f22c511f784', '2026-11-28 22:56:11.531454+00', 'sent', 1, '2026-11-28 22:56:11.531454+00', NULL, 1, NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.612114+00', '01a2245f-86e7-7778-9013-f55db81131f5', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d29-76a4-810f-0db7a70130be', 'webhook', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d16-70e1-b95a-4f1cded62bce', '2026-11-28 22:56:11.531454+00', 'sent', 1, '2026-11-28 22:56:11.531454+00', NULL, 1, NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.620258+00', '01a2245f-86e0-75bb-9540-e54302bb4faa', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d29-76a4-810f-0db9f3223883', 'webhook', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d16-70e1-b95a-4f22c511f784', '2026-11-28 22:56:11.531454+00', 'sent', 1, '2026-11-28 22:56:11.531454+00', NULL, 1, NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.634605+00', '01a2245f-86e0-75bb-9540-e54302bb4faa', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d29-76a4-810f-0db8c16867cf', 'slack', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d16-70e1-b95a-4f1cded62bce', '2026-11-28 22:56:11.531454+00', 'sent', 1, '2026-11-28 22:56:11.531454+00', NULL, 1, NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.635068+00', '01a2245f-86e7-7778-9013-f55db81131f5', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d28-738f-a727-375f9022711e', 'mail', 'digest', '01a2245f-863c-70eb-899b-fcf0c6e02525', '01a2245f-8d28-738f-a727-375de02cf88f', NULL, 'sent', 1, '2026-11-28 22:56:11.531454+00', NULL, 1, NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.648413+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d28-738f-a727-375e27a6b5d1', 'mail', 'digest', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d28-738f-a727-375cddd73faa', NULL, 'sent', 1, '2026-11-28 22:56:11.531454+00', NULL, 1, NULL, '2026-11-28 22:56:11.531454+00', '2026-11-28 22:56:11.654723+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d85-767d-8426-df64e515f5be', 'mail', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d77-73fa-be42-dc4c582530f4', '2026-11-28 22:56:11.60771+00', 'sent', 1, '2026-11-28 22:56:11.60771+00', NULL, 1, NULL, '2026-11-28 22:56:11.60771+00', '2026-11-28 22:56:11.685742+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d85-767d-8426-df67362284fa', 'slack', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d77-73fa-be42-dc4c582530f4', '2026-11-28 22:56:11.60771+00', 'sent', 1, '2026-11-28 22:56:11.60771+00', NULL, 1, NULL, '2026-11-28 22:56:11.60771+00', '2026-11-28 22:56:11.693991+00', '01a2245f-86e7-7778-9013-f55db81131f5', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d85-767d-8426-df657c126228', 'mail', 'match', '01a2245f-863c-70eb-899b-fcf0c6e02525', '01a2245f-8d78-71a1-8492-9f5a5945403d', '2026-11-28 22:56:11.60771+00', 'sent', 1, '2026-11-28 22:56:11.60771+00', NULL, 1, NULL, '2026-11-28 22:56:11.60771+00', '2026-11-28 22:56:11.698981+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8d85-767d-8426-df666742e1d5', 'webhook', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8d77-73fa-be42-dc4c582530f4', '2026-11-28 22:56:11.60771+00', 'sent', 1, '2026-11-28 22:56:11.60771+00', NULL, 1, NULL, '2026-11-28 22:56:11.60771+00', '2026-11-28 22:56:11.699536+00', '01a2245f-86e0-75bb-9540-e54302bb4faa', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8dd8-7125-b059-2dac8251cde9', 'mail', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8dc9-73cd-aa36-b7b75610a637', NULL, 'sent', 1, '2026-11-28 22:56:11.729616+00', NULL, 1, NULL, '2026-11-28 22:56:11.729616+00', '2026-11-28 22:56:11.755473+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8dd9-73ab-8cbc-2c45b547f384', 'slack', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8dc9-73cd-aa36-b7b75610a637', NULL, 'sent', 1, '2026-11-28 22:56:11.729616+00', NULL, 1, NULL, '2026-11-28 22:56:11.729616+00', '2026-11-28 22:56:11.766171+00', '01a2245f-86e7-7778-9013-f55db81131f5', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-8dd9-73ab-8cbc-2c44add36441', 'webhook', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8dc9-73cd-aa36-b7b75610a637', NULL, 'sent', 1, '2026-11-28 22:56:11.729616+00', NULL, 1, NULL, '2026-11-28 22:56:11.729616+00', '2026-11-28 22:56:11.766744+00', '01a2245f-86e0-75bb-9540-e54302bb4faa', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-94fa-728d-99d8-a2751d39d22c', 'slack', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-94f2-734e-94cd-8da9e43f9a75', '2026-11-28 22:56:13.548412+00', 'sent', 1, '2026-11-28 22:56:13.548412+00', NULL, 1, NULL, '2026-11-28 22:56:13.548412+00', '2026-11-28 22:56:13.581019+00', '01a2245f-86e7-7778-9013-f55db81131f5', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-94fa-728d-99d8-a2732545cf45', 'mail', 'match', '01a2245f-863c-70eb-899b-fcf0c6e02525', '01a2245f-94f2-734e-94cd-8dab44fc3721', '2026-11-28 22:56:13.548412+00', 'dead', 1, '2026-11-28 22:56:13.548412+00', NULL, 1, 'permanent error (550): 5.1.1 Refused on demand', '2026-11-28 22:56:13.548412+00', '2026-11-28 22:56:13.59594+00', NULL, NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-94fa-728d-99d8-a274e5d1a017', 'webhook', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-94f2-734e-94cd-8da9e43f9a75', '2026-11-28 22:56:13.548412+00', 'pending', 2, '2026-11-28 23:07:59.604005+00', NULL, 2, 'answered 503', '2026-11-28 22:56:13.548412+00', NULL, '01a2245f-86e0-75bb-9540-e54302bb4faa', NULL, 0, NULL);
INSERT INTO public.outbox VALUES ('01a2245f-94fa-728d-99d8-a27234941336', 'mail', 'match', '01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-94f2-734e-94cd-8da9e43f9a75', '2026-11-28 22:56:13.548412+00', 'pending', 2, '2026-11-28 23:05:08.709133+00', NULL, 2, 'transient error (451): 4.3.0 Try again later, on demand', '2026-11-28 22:56:13.548412+00', NULL, NULL, NULL, 0, NULL);
INSERT INTO public.place_readings VALUES ('all', 'post', '2026-11-28 22:56:09.504945+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('all', 'comment', '2026-11-28 22:56:09.542122+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('coffee', 'post', '2026-11-28 22:56:11.559675+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('tea', 'post', '2026-11-28 22:56:11.559675+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('coffee', 'comment', '2026-11-28 22:56:11.60771+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('tea', 'comment', '2026-11-28 22:56:11.60771+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.place_readings VALUES ('feed/127.0.0.1/4c4987df', 'post', '2026-11-28 22:56:12.419437+00', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO public.places VALUES ('coffee', 'ok', '2026-11-28 22:56:11.4289+00', true, 21, '2026-11-28 22:56:11.4289+00', '2026-11-30 03:36:16.1609+00', 0, '2026-11-28 22:56:11.440685+00', '2026-11-28 22:56:11.440685+00', 1);
INSERT INTO public.places VALUES ('tea', 'ok', '2026-11-28 22:56:11.437624+00', true, 21, '2026-11-28 22:56:11.437624+00', '2026-11-30 03:03:12.948624+00', 0, '2026-11-28 22:56:11.440685+00', '2026-11-28 22:56:11.440685+00', 3);
INSERT INTO public.poll_plan VALUES (true, 2, '2026-11-28 22:56:09.379213+00', '2026-11-28 22:58:09.329823+00', 0, '2026-11-28 22:56:09.32953+00', 90, 100, 0, 24, '2026-11-28 22:56:08.917432+00', NULL);
INSERT INTO public.poll_state VALUES ('comments:all', '{t1_hv5g9pq8}', '2026-11-28 22:56:44.835641+00', NULL, 18, '2026-11-28 22:56:42.827874+00', 0, NULL, 0, '{all}', '2026-11-28 22:56:42.835691+00', '2026-11-28 22:56:42.835691+00', NULL, '{all}', 1000);
INSERT INTO public.poll_state VALUES ('posts:all', '{t3_1k8baur,t3_1k8baup,t3_1k8baul,t3_1k8bauj,t3_1k8bauf,t3_1k8baud,t3_1k8bau9}', '2026-11-28 22:56:43.825764+00', NULL, 17, '2026-11-28 22:56:41.803023+00', 0, NULL, 7, '{all}', '2026-11-28 22:56:41.825839+00', '2026-11-28 22:56:41.825839+00', NULL, '{all}', 1000);
INSERT INTO public.poll_state VALUES ('posts:watched/00/', '{t3_1k8baur,t3_1k8baup,t3_1k8baul,t3_1k8bauj,t3_1k8bauf,t3_1k8baud,t3_1k8bau9}', '2026-11-28 22:56:43.975122+00', NULL, 16, '2026-11-28 22:56:41.945447+00', 0, NULL, 0, '{coffee,tea}', '2026-11-28 22:56:41.975203+00', '2026-11-28 22:56:41.975203+00', NULL, '{coffee,tea}', 1000);
INSERT INTO public.poll_state VALUES ('comments:watched/00/', '{t1_hv5g9pq8}', '2026-11-28 22:56:43.992052+00', NULL, 16, '2026-11-28 22:56:41.982272+00', 0, NULL, 1, '{coffee,tea}', '2026-11-28 22:56:41.992126+00', '2026-11-28 22:56:41.992126+00', NULL, '{coffee,tea}', 1000);
INSERT INTO public.refresh_tokens VALUES ('\xdaeb318c2182fdd8241309f51740729516910e239321771ae9f5e2800d5ab0a9', '01a2245f-8599-756b-8391-c26976174122', '2026-11-28 22:56:09.625785+00', '2026-12-05 22:56:09.625785+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\xda46bf2b33cfa4b9d30cf7f760be223187f04b4177e9a157bf04c5f31183393b', '01a2245f-860f-72a1-b600-df0840192d03', '2026-11-28 22:56:09.74363+00', '2026-12-05 22:56:09.74363+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\xf1d1cf47a7eca32baa40cd64693239c7c4e0eeeb322dde676d14e6301be6e940', '01a2245f-8686-765c-b09a-3ef7e6ee87b9', '2026-11-28 22:56:09.862157+00', '2026-12-05 22:56:09.862157+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x6d01dd6c196fbbf22e74b56c5d86d81b06eb129668410a616f53da56901eb48f', '01a22460-0a9b-7407-ae70-46f8fcc611a8', '2026-11-28 22:56:43.675692+00', '2026-12-05 22:56:43.675692+00', NULL);
INSERT INTO public.request_budgets VALUES ('\x8c9b79f1a323672c50610fd69f2e24ebc69ec085ab4303702f604cec91bb93a7', 1000000, 999930, '2026-11-28 23:06:09.834238+00', NULL);
INSERT INTO public.saved_searches VALUES ('01a2245f-86fc-709c-a821-a482343e2d7e', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'Blue ones', '{"q": "blue"}', '2026-11-28 22:56:09.980335+00');
INSERT INTO public.sessions VALUES ('01a2245f-8599-756b-8391-c26976174122', '01a2245f-854b-72ea-a7dd-28d1a545de19', '', '2026-11-28 22:56:09.625785+00', '2026-11-28 22:56:09.625785+00', NULL);
INSERT INTO public.sessions VALUES ('01a2245f-860f-72a1-b600-df0840192d03', '01a2245f-85cb-7265-ba9e-db0731c6b379', '', '2026-11-28 22:56:09.74363+00', '2026-11-28 22:56:09.74363+00', NULL);
INSERT INTO public.sessions VALUES ('01a2245f-8686-765c-b09a-3ef7e6ee87b9', '01a2245f-863c-70eb-899b-fcf0c6e02525', '', '2026-11-28 22:56:09.862157+00', '2026-11-28 22:56:09.862157+00', NULL);
INSERT INTO public.sessions VALUES ('01a22460-0a9b-7407-ae70-46f8fcc611a8', '01a2245f-854b-72ea-a7dd-28d1a545de19', '', '2026-11-28 22:56:43.675692+00', '2026-11-28 22:56:43.675692+00', NULL);
INSERT INTO public.setup_keys VALUES ('\xa95a295e7ade86477e52e4a6928276a77528402873b93b71574e876b2eb2c5f3', '2026-11-28 22:56:09.289222+00');
INSERT INTO public.subreddit_checks VALUES ('coffee', 'Coffee', true, '2026-11-29 22:56:11.4289+00', NULL);
INSERT INTO public.subreddit_checks VALUES ('tea', 'tea', true, '2026-11-29 22:56:11.437624+00', NULL);
INSERT INTO public.unmatched_items_2026_11_28_21 VALUES ('01a2245f-852e-74d1-bf7c-c1bba26ae6ff', '2026-11-28 22:56:09.504945+00', 't3_1k8bau9', 'post', 'tea', 'invented_author', 'Welcome to this place', 'It is made up.', 'http://127.0.0.1:42313/r/tea/comments/1k8bau9/welcome_to_this_place/', 1, 0, '2026-11-28 22:56:09+00', 't3_1k8bau9', 't3_1k8bau9', '', '');
INSERT INTO public.unmatched_items_2026_11_28_21 VALUES ('01a2245f-852e-74d1-bf7c-c1bc11ff1c82', '2026-11-28 22:56:09.504945+00', 't3_1k8baud', 'post', 'Coffee', 'invented_author', 'Welcome to this place', 'It is made up.', 'http://127.0.0.1:42313/r/Coffee/comments/1k8baud/welcome_to_this_place/', 1, 0, '2026-11-28 22:56:09+00', 't3_1k8baud', 't3_1k8baud', '', '');
INSERT INTO public.unmatched_items_2026_11_28_21 VALUES ('01a2245f-8d0d-7272-97d9-9786ab243302', '2026-11-28 22:56:11.531454+00', 't3_1k8baup', 'post', 'Coffee', 'invented_author', 'Nothing that anybody listens for', 'Only read.', 'http://127.0.0.1:42313/r/Coffee/comments/1k8baup/nothing_that_anybody_listens_for/', 1, 0, '2026-11-28 22:56:11+00', 't3_1k8baup', 't3_1k8baup', '', '');
INSERT INTO public.user_feeds VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', '01a2245f-8714-77d9-b1f3-dfa4c44a4146', '2026-11-28 22:56:10.001144+00');
INSERT INTO public.users VALUES ('01a2245f-854b-72ea-a7dd-28d1a545de19', 'ada@example.com', '$argon2id$v=19$m=19456,t=2,p=1$XHY60wHMtX6f9KAT/8E6fQ$yLmxBsXI9hmIkI4M/Zvj843M2wPuVyVmg/9qOjxc7Jg', 'Ada', 'Reader', '2026-11-28 22:56:09.585454+00', 'free', 'active', true, 'realtime', 'system', 'UTC', '2026-11-28 22:56:09.547605+00', '2026-11-28 22:56:09.585454+00', NULL, NULL, 20, NULL, NULL, NULL, 1, 1, true, false, NULL);
INSERT INTO public.users VALUES ('01a2245f-85cb-7265-ba9e-db0731c6b379', 'ben@example.com', '$argon2id$v=19$m=19456,t=2,p=1$swiZaiqujpPyLNq2A3sipw$QeTbM8TXnMS3QnFj/DyiOBzog1C3lqWbe+TVwzw2tx8', 'Ada', 'Reader', '2026-11-28 22:56:09.70843+00', 'free', 'active', true, 'daily', 'dark', 'UTC', '2026-11-28 22:56:09.675236+00', '2026-11-28 22:56:09.874945+00', 1320, 360, 20, NULL, NULL, NULL, 1, 1, true, false, NULL);
INSERT INTO public.users VALUES ('01a2245f-863c-70eb-899b-fcf0c6e02525', 'cleo@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Uzv5gVSLpkUpJN1/UtIM7g$FiyBpmViDDl6bk/FSJ9MK0f5oVVDHH95w9d8U/xLtfE', 'Ada', 'Reader', '2026-11-28 22:56:09.817591+00', 'free', 'active', true, 'realtime', 'system', 'UTC', '2026-11-28 22:56:09.788942+00', '2026-11-28 22:56:09.817591+00', NULL, NULL, 20, NULL, '2026-11-28 22:56:13.59594+00', 'permanent error (550): 5.1.1 Refused on demand', 1, 1, true, false, NULL);
INSERT INTO public.watch_variants VALUES ('01a2245f-869c-76b4-b674-49ebb5d2243e', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'kettle AND quiet', 'query', '{}', '{}', true, true, false, false, false, '2026-11-28 22:56:09.969431+00', NULL, NULL, 0, '[]');
INSERT INTO public.watches VALUES ('01a2245f-86b3-7290-9c69-3d8556b140e2', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'grinder', '{coffee}', false, 0, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-28 22:56:09.90797+00', '2026-11-28 22:56:09.90797+00', NULL, NULL, 'literal', '{}', '{}', '2026-11-28 22:56:09.90797+00', NULL, NULL, NULL, 0, 0, NULL);
INSERT INTO public.watches VALUES ('01a2245f-86a9-7252-b1d1-f7df99794e15', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'teapot AND (blue OR green)', '{all}', true, 1, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-28 22:56:09.897196+00', '2026-11-28 22:56:09.897196+00', NULL, '2026-11-28 22:56:11.531454+00', 'query', '{}', '{}', '2026-11-28 22:56:09.897196+00', NULL, NULL, '2026-11-28 22:00:00+00', 1, 0, NULL);
INSERT INTO public.watches VALUES ('01a2245f-869c-76b4-b674-49ebb5d2243e', '01a2245f-854b-72ea-a7dd-28d1a545de19', 'kettle', '{tea,coffee}', true, 3, '{kitchen}', 'For the shop', true, true, false, false, false, true, false, 'realtime', '2026-11-28 22:56:09.884349+00', '2026-11-28 22:56:09.884349+00', NULL, '2026-11-28 22:56:13.548412+00', 'literal', '{}', '{}', '2026-11-28 22:56:09.884349+00', NULL, NULL, '2026-11-28 22:00:00+00', 3, 0, NULL);
INSERT INTO public.watches VALUES ('01a2245f-86c4-7571-9549-3efefe3fd513', '01a2245f-85cb-7265-ba9e-db0731c6b379', 'kettle', '{tea}', true, 4, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-28 22:56:09.924021+00', '2026-11-28 22:56:09.924021+00', NULL, '2026-11-28 22:56:13.548412+00', 'literal', '{}', '{}', '2026-11-28 22:56:09.924021+00', NULL, NULL, '2026-11-28 22:00:00+00', 4, 0, NULL);
INSERT INTO public.watches VALUES ('01a2245f-86d6-76f9-9efa-a2be0c721408', '01a2245f-863c-70eb-899b-fcf0c6e02525', 'kettle', '{tea}', true, 4, '{}', '', true, true, false, false, false, true, false, 'realtime', '2026-11-28 22:56:09.942189+00', '2026-11-28 22:56:09.942189+00', NULL, '2026-11-28 22:56:13.548412+00', 'literal', '{}', '{}', '2026-11-28 22:56:09.942189+00', NULL, NULL, '2026-11-28 22:00:00+00', 4, 0, NULL);
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.instance_settings
    ADD CONSTRAINT instance_settings_pkey PRIMARY KEY (is_only);
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
ALTER TABLE ONLY public.match_shards
    ADD CONSTRAINT match_shards_pkey PRIMARY KEY (shard);
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
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
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
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
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
CREATE UNIQUE INDEX unmatched_items_2026_11_28_21_forum_id_idx ON public.unmatched_items_2026_11_28_21 USING btree (forum_id);
CREATE INDEX unmatched_items_subreddit_seen_at ON ONLY public.unmatched_items USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_2026_11_28_21_lower_seen_at_idx ON public.unmatched_items_2026_11_28_21 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_seen_at ON ONLY public.unmatched_items USING btree (seen_at DESC);
CREATE INDEX unmatched_items_2026_11_28_21_seen_at_idx ON public.unmatched_items_2026_11_28_21 USING btree (seen_at DESC);
CREATE UNIQUE INDEX unmatched_items_2026_11_29_00_forum_id_idx ON public.unmatched_items_2026_11_29_00 USING btree (forum_id);
CREATE INDEX unmatched_items_2026_11_29_00_lower_seen_at_idx ON public.unmatched_items_2026_11_29_00 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_2026_11_29_00_seen_at_idx ON public.unmatched_items_2026_11_29_00 USING btree (seen_at DESC);
CREATE UNIQUE INDEX unmatched_items_2026_11_29_03_forum_id_idx ON public.unmatched_items_2026_11_29_03 USING btree (forum_id);
CREATE INDEX unmatched_items_2026_11_29_03_lower_seen_at_idx ON public.unmatched_items_2026_11_29_03 USING btree (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_2026_11_29_03_seen_at_idx ON public.unmatched_items_2026_11_29_03 USING btree (seen_at DESC);
CREATE INDEX user_feeds_feed ON public.user_feeds USING btree (feed_id);
CREATE INDEX users_administrators ON public.users USING btree (id) WHERE is_administrator;
CREATE INDEX users_by_email ON public.users USING btree (lower(email) COLLATE "C");
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
ALTER INDEX public.unmatched_items_subreddit_seen_at ATTACH PARTITION public.unmatched_items_2026_11_28_21_lower_seen_at_idx;
ALTER INDEX public.unmatched_items_seen_at ATTACH PARTITION public.unmatched_items_2026_11_28_21_seen_at_idx;
ALTER INDEX public.unmatched_items_subreddit_seen_at ATTACH PARTITION public.unmatched_items_2026_11_29_00_lower_seen_at_idx;
ALTER INDEX public.unmatched_items_seen_at ATTACH PARTITION public.unmatched_items_2026_11_29_00_seen_at_idx;
ALTER INDEX public.unmatched_items_subreddit_seen_at ATTACH PARTITION public.unmatched_items_2026_11_29_03_lower_seen_at_idx;
ALTER INDEX public.unmatched_items_seen_at ATTACH PARTITION public.unmatched_items_2026_11_29_03_seen_at_idx;
CREATE TRIGGER hasten_host AFTER INSERT OR UPDATE OF next_poll_at, host ON public.feeds FOR EACH ROW WHEN ((new.next_poll_at IS NOT NULL)) EXECUTE FUNCTION public.hasten_feed_host();
CREATE TRIGGER notifications_deleted AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_deleted_notifications();
CREATE TRIGGER notifications_inserted AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_new_notifications();
CREATE TRIGGER notifications_updated AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_changed_notifications();
CREATE TRIGGER notifications_updated_recount AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.recount_changed_matches();
CREATE TRIGGER users_deleted AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION public.remember_deleted_user();
CREATE TRIGGER users_suspended AFTER UPDATE OF suspended_at ON public.users FOR EACH ROW WHEN (((old.suspended_at IS NULL) <> (new.suspended_at IS NULL))) EXECUTE FUNCTION public.record_suspension();
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
