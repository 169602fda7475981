-- Insights, which a language model writes, and the counts that analytics are made of.

-- Insights are made by a job: closing the tab loses nothing, and any process may continue a job that another
-- one left. The number of jobs that a user may still ask for today is counted in `rate_limits`, in the
-- transaction that makes the job.
CREATE TABLE insight_jobs (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    status        text NOT NULL DEFAULT 'queued'
                  CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    -- The watches and their keywords as they were when the job was made, in the order of the work.
    watch_ids     uuid[] NOT NULL CHECK (cardinality(watch_ids) BETWEEN 1 AND 50),
    keywords      text[] NOT NULL,
    leased_until  timestamptz,
    -- Goes up with each claim and when the job is cancelled: a part is stored under the number that its
    -- worker was given.
    fence         bigint NOT NULL DEFAULT 0,
    attempts      integer NOT NULL DEFAULT 0,
    reason        text,
    created_at    timestamptz NOT NULL,
    started_at    timestamptz,
    finished_at   timestamptz,
    CONSTRAINT insight_jobs_keywords_check CHECK (cardinality(keywords) = cardinality(watch_ids))
);

CREATE INDEX insight_jobs_unfinished ON insight_jobs (created_at) WHERE finished_at IS NULL;
CREATE INDEX insight_jobs_user_id_created_at ON insight_jobs (user_id, created_at DESC);

-- The finished parts of a job, so that a process that takes it over does not ask a language model a second
-- time.
CREATE TABLE insight_parts (
    job_id    uuid NOT NULL REFERENCES insight_jobs (id) ON DELETE CASCADE,
    position  integer NOT NULL,
    part      jsonb NOT NULL,
    PRIMARY KEY (job_id, position)
);

-- The latest result of each user. It names posts by the forum's ids and contains none of their texts: a post
-- that is removed from the forum is gone from here too.
CREATE TABLE insight_results (
    user_id       uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    job_id        uuid NOT NULL,
    generated_at  timestamptz NOT NULL,
    result        jsonb NOT NULL,
    -- When the user cleared the result. It can be restored for a while; then it is deleted.
    cleared_at    timestamptz
);

CREATE INDEX insight_results_generated_at ON insight_results (generated_at);
CREATE INDEX insight_results_cleared_at ON insight_results (cleared_at) WHERE cleared_at IS NOT NULL;

-- How many matches each user had, for analytics: counts alone, without any text. They are kept for 13 months,
-- while notifications are kept for at most 90 days. A job adds notifications to them in the order of their
-- `seq`, which is that of commit: storing a notification costs nothing more. Matches that are not counted yet
-- are read from the notifications themselves, so that the sum is always exact.
--
-- One row for a day of a keyword, and not one for each hour, place and author: a year of a million matches is
-- read from 10,000 rows instead of 800,000.
--
-- There are no foreign keys to users: an account's rows are deleted in batches.

-- Notifications up to `seq` are in the counts below.
CREATE TABLE counted_matches (
    user_id  uuid PRIMARY KEY,
    seq      bigint NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE match_hours (
    user_id       uuid NOT NULL,
    -- When the notifications were made; UTC, as are the hours.
    day           date NOT NULL,
    -- The watch may have been deleted.
    watch_id      uuid NOT NULL,
    -- The counts of the day's hours, as Postgres writes an int[]. They are stored as text because analytics
    -- send them as they are: for a year Postgres would write half a million numbers, a third of the time that
    -- analytics of a million matches take.
    matches       text NOT NULL CHECK (cardinality(matches::int[]) = 24 AND 0 <= ALL (matches::int[])),
    -- The matches that were read or archived, and not marked as not relevant.
    opened        text NOT NULL CHECK (cardinality(opened::int[]) = 24 AND 0 <= ALL (opened::int[])),
    not_relevant  text NOT NULL CHECK (cardinality(not_relevant::int[]) = 24 AND 0 <= ALL (not_relevant::int[])),
    PRIMARY KEY (user_id, day, watch_id)
) WITH (fillfactor = 80);

-- For the clean-up. Rows are added in the order of time; a b-tree would lure queries of one user into reading
-- all.
CREATE INDEX match_hours_day ON match_hours USING brin (day);

-- Each match is counted twice: for its keyword, and for all keywords together, which have many places in
-- common.
CREATE TABLE match_places (
    user_id   uuid NOT NULL,
    watch_id  uuid NOT NULL,
    day       date NOT NULL,
    -- Text JSON: only `add_by_name` looks into it, and binary JSON is four times as slow to read whole.
    places    json NOT NULL,
    PRIMARY KEY (user_id, watch_id, day)
) WITH (fillfactor = 80);

CREATE INDEX match_places_day ON match_places USING brin (day);

-- Names of people: they are kept no longer than the matched items, and removed when an item is gone.
CREATE TABLE match_authors (
    user_id   uuid NOT NULL,
    day       date NOT NULL,
    watch_id  uuid NOT NULL,
    -- The site of these authors, as `site_of` returns it: the same name may be another person elsewhere.
    site      text NOT NULL,
    authors   json NOT NULL,
    PRIMARY KEY (user_id, day, watch_id, site)
) WITH (fillfactor = 80);

CREATE INDEX match_authors_day ON match_authors USING brin (day);

-- Returns the site that a place lies in; empty for Reddit.
CREATE FUNCTION site_of(place text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN is_site(place) THEN read_as(place) ELSE '' END;

CREATE FUNCTION utc_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (at AT TIME ZONE 'UTC')::date;

-- Returns a number for each of the 24 hours of a day (UTC): `n` for the hour of `at`, and 0 for the others.
CREATE FUNCTION in_hour(at timestamptz, n bigint) RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_fill(0, ARRAY[extract(hour FROM at AT TIME ZONE 'UTC')::int])
    || n::int || array_fill(0, ARRAY[23 - extract(hour FROM at AT TIME ZONE 'UTC')::int]);

CREATE FUNCTION add_hours(of_one int[], of_other int[]) RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT a + b FROM unnest(of_one, of_other) WITH ORDINALITY AS hours (a, b, hour) ORDER BY hour);

CREATE AGGREGATE sum_hours(int[]) (
    SFUNC = add_hours, STYPE = int[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'
);

-- Adds two objects of numbers by name. Sums that are not positive are left out.
CREATE FUNCTION add_by_name(of_one json, of_other json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT coalesce(json_object_agg(name, n), '{}')
    FROM (
        SELECT name, sum(n::bigint) AS n
        FROM (SELECT * FROM json_each_text(of_one) UNION ALL SELECT * FROM json_each_text(of_other)) AS counts (name, n)
        GROUP BY name HAVING sum(n::bigint) > 0
    ) AS sums
);

-- The id that means all keywords together where rows have a keyword's id.
CREATE FUNCTION all_keywords() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '00000000-0000-0000-0000-000000000000'::uuid;

-- Locks the counts of these users until the transaction ends. They are locked last of all, after the counts
-- and versions of notifications; a statement that begins afterwards sees the changes that others committed
-- meanwhile.
CREATE FUNCTION lock_counted_matches(of_users uuid[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO counted_matches AS counted (user_id, seq)
    SELECT DISTINCT user_id, 0 FROM unnest(of_users) AS changed (user_id) ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET seq = counted.seq
$$;

-- Keeps the counts right when counted notifications are opened, marked, or take a new position in the
-- sequence: those are subtracted, and counted again at their new position. The author of an item that is gone
-- is no longer known: the job that removes the item subtracts its author.
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

-- By its name it runs after `notifications_updated`, which keeps the order of locks.
CREATE TRIGGER notifications_updated_recount AFTER UPDATE ON notifications
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION recount_changed_matches();
