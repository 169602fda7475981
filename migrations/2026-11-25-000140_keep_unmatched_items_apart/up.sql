-- What no watch matched, which is nearly all that is read. It serves previews, estimates and backfill,
-- and nobody is shown it otherwise, so that it need not be looked for in the forum again: a few hours of
-- it are kept, in tables that are dropped whole before two days are over.
--
-- A few columns and indexes: this is the table that most is written to. A row says once what it is
-- about: each part has a unique index on `forum_id` of its own (make_unmatched_items). One on the parent
-- would have to hold `seen_at`, and would say nothing.
CREATE TABLE unmatched_items (
    id                 uuid NOT NULL,
    seen_at            timestamptz NOT NULL,
    forum_id           text NOT NULL,
    kind               text NOT NULL CHECK (kind IN ('post', 'comment')),
    subreddit          text NOT NULL,
    author             text NOT NULL,
    title              text NOT NULL,
    body               text NOT NULL,
    url                text NOT NULL,
    score              integer NOT NULL,
    num_comments       integer NOT NULL,
    forum_created_at   timestamptz NOT NULL,
    thread_id          text NOT NULL,
    story_id           text NOT NULL,
    flair              text NOT NULL,
    link               text NOT NULL
) PARTITION BY RANGE (seen_at);

CREATE INDEX unmatched_items_subreddit_seen_at ON unmatched_items (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_seen_at ON unmatched_items (seen_at DESC);

-- Makes the part for what is seen from `first` until `past`. False if others hold the table: as with
-- make_week, nobody waits behind it for longer than a fifth of a second.
CREATE FUNCTION make_unmatched_items(first timestamptz, past timestamptz) RETURNS boolean
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
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

-- All that is stored, matched or not, for whoever looks for what was said lately.
CREATE VIEW recent_items AS
    SELECT id, seen_at, forum_id, kind, subreddit, author, title, body, url, score, num_comments,
           forum_created_at, thread_id, gone_at, story_id, flair, link
    FROM items
    UNION ALL
    SELECT id, seen_at, forum_id, kind, subreddit, author, title, body, url, score, num_comments,
           forum_created_at, thread_id, NULL::timestamptz, story_id, flair, link
    FROM unmatched_items;

ALTER TABLE item_keys
    -- Whether it is known that the item is matched, and stays for ninety days. `items` has the truth; this
    -- says which keys need not be looked at when the others are deleted. Null in rows of before.
    ADD COLUMN stays      boolean,
    -- A key of a post without a row in `items`, which some matched comment has as its thread and whose
    -- title it carries. To whoever stores items it is as if there were none.
    ADD COLUMN is_thread  boolean NOT NULL DEFAULT false;
