-- Items as they are stored, matched and unmatched, and the stories that they belong to.

-- Posts and comments, by the week in which they were first seen. A week that is out of date is dropped whole,
-- so that ninety days of retention cost no deletion row by row.
CREATE TABLE items (
    id                uuid NOT NULL,
    seen_at           timestamptz NOT NULL,
    forum_id          text NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('post', 'comment')),
    subreddit         text NOT NULL,
    author            text NOT NULL,
    title             text NOT NULL,
    body              text NOT NULL,
    url               text NOT NULL,
    score             integer NOT NULL DEFAULT 0,
    num_comments      integer NOT NULL DEFAULT 0,
    forum_created_at  timestamptz NOT NULL,
    -- The post that the item belongs to, by the forum's id: a post itself, or the post of a comment.
    thread_id         text NOT NULL DEFAULT '',
    -- A hash that is nearly the same for nearly the same text, by which crossposts and copies are recognized.
    -- Null for texts that are too short for that.
    near_hash         bigint,
    -- When the forum no longer had the item: text and author are removed then, and the row is a tombstone.
    gone_at           timestamptz,
    -- The story: the forum's id of the post that was seen first of all items about one subject. A thread is a
    -- story of its own, unless its post is a crosspost or nearly a copy of another. If empty, the thread is
    -- the story.
    story_id          text NOT NULL DEFAULT '',
    -- The label of a post.
    flair             text NOT NULL DEFAULT '',
    -- The target of a post that is a link; `url` is the item's own page.
    link              text NOT NULL DEFAULT '',
    -- Whether a watch has matched the item, so that it can be searched by its words. Matched items are a
    -- small part of all that is read: an index over all items would slow down every page of every listing.
    is_matched        boolean NOT NULL DEFAULT false,
    PRIMARY KEY (id, seen_at)
) PARTITION BY RANGE (seen_at);

-- For the preview: the newest items of some subreddits, and of all.
CREATE INDEX items_subreddit_seen_at ON items (lower(subreddit), seen_at DESC);
CREATE INDEX items_seen_at ON items (seen_at DESC);
-- The items of a thread, for when it is removed.
CREATE INDEX items_thread_id ON items (thread_id);
-- Words as they are written, in any case and any language: they are not stemmed, and none is left out. The
-- forum allows texts of 40,000 characters; the words of a much longer one would not fit into one entry, and
-- the ingest would stop. Items that are gone are not in the index, and their text is purged besides.
CREATE INDEX items_words ON items
    USING gin (to_tsvector('simple', title || ' ' || left(body, 40000)))
    WHERE is_matched AND gone_at IS NULL;

-- Makes the week of `parent` that begins on `monday`, beside the parent, and attaches it. False if others
-- hold the parent.
--
-- CREATE TABLE ... PARTITION OF locks the parent against everybody: during a backup, which reads all tables
-- for its whole time, it would wait, and every read and write would wait behind it. ATTACH lets readers and
-- writers of the parent continue. For any lock that others hold the function waits a fifth of a second and
-- then gives up, so that nobody waits behind it for longer.
CREATE FUNCTION make_week(parent text, monday date) RETURNS boolean
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
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

-- Drops a week. False if the table is in use. Weeks are dropped one at a time, each in a transaction of its
-- own that gives up soon: while it waits for a reader, all others wait behind it.
CREATE FUNCTION try_drop_week(name text, patience_milliseconds integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('lock_timeout', patience_milliseconds::text, true);
    EXECUTE format('DROP TABLE IF EXISTS %I', name);
    RETURN true;
EXCEPTION WHEN lock_not_available THEN
    RETURN false;
END
$$;

-- Items that no watch matched, which are nearly all that are read. They serve previews, estimates and
-- backfill, and are shown nowhere else, so that the forum need not be asked whether they still exist. They
-- are kept for a few hours, in tables that are dropped whole before two days are over.
--
-- This table is written to most, so it has few columns and indexes. An item has one row: each part has its
-- own unique index on `forum_id` (`make_unmatched_items`). One on the parent would have to contain `seen_at`,
-- and would guarantee nothing.
CREATE TABLE unmatched_items (
    id                uuid NOT NULL,
    seen_at           timestamptz NOT NULL,
    forum_id          text NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('post', 'comment')),
    subreddit         text NOT NULL,
    author            text NOT NULL,
    title             text NOT NULL,
    body              text NOT NULL,
    url               text NOT NULL,
    score             integer NOT NULL,
    num_comments      integer NOT NULL,
    forum_created_at  timestamptz NOT NULL,
    thread_id         text NOT NULL,
    story_id          text NOT NULL,
    flair             text NOT NULL,
    link              text NOT NULL
) PARTITION BY RANGE (seen_at);

CREATE INDEX unmatched_items_subreddit_seen_at ON unmatched_items (lower(subreddit), seen_at DESC);
CREATE INDEX unmatched_items_seen_at ON unmatched_items (seen_at DESC);

-- Makes the part for items seen from `first` until `past`. False if others hold the table: as with
-- `make_week`, nobody waits behind it for longer than a fifth of a second.
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

-- All stored items, matched or not, for readers of recent ones.
CREATE VIEW recent_items AS
    SELECT id, seen_at, forum_id, kind, subreddit, author, title, body, url, score, num_comments,
           forum_created_at, thread_id, gone_at, story_id, flair, link
    FROM items
    UNION ALL
    SELECT id, seen_at, forum_id, kind, subreddit, author, title, body, url, score, num_comments,
           forum_created_at, thread_id, NULL::timestamptz, story_id, flair, link
    FROM unmatched_items;

-- The keys of the rows of `items`, and their schedule. A unique key on a partitioned table must contain the
-- partition key, so uniqueness has a small table of its own. `seen_at` is fixed here when the item is first
-- stored.
--
-- The forum is asked again and again whether each of these items still exists, so that an item that is
-- deleted or removed there is removed here too. The schedule is beside the keys because this table is narrow
-- and in one piece: the wide rows of `items` need not be rewritten for each look.
CREATE TABLE item_keys (
    forum_id       text PRIMARY KEY,
    item_id        uuid NOT NULL,
    seen_at        timestamptz NOT NULL,
    -- The story of a post, for the comments and crossposts that follow. Null if it is the post's own id, as
    -- for nearly all.
    story_id       text,
    -- When the next look is due. Null once the item is gone.
    check_at       timestamptz,
    -- When the forum last said that it has the item.
    checked_at     timestamptz,
    -- A lease of the look: its holder may write the outcome only while this is unchanged.
    checked_until  timestamptz,
    -- Answers in a row that did not contain the item.
    misses         integer NOT NULL DEFAULT 0,
    -- Looks in a row without any answer. Each puts the next look off for longer: otherwise an item that is
    -- asked for in vain would always come first, and with it the same hundred.
    unanswered     integer NOT NULL DEFAULT 0,
    -- Whether it is known that the item is matched, and so kept. `items` has the truth; this column says
    -- which keys can be skipped when the others are deleted. Null if that is not known yet.
    stays          boolean,
    -- The key of a post without a row in `items`: a matched comment belongs to its thread and carries its
    -- title. When items are stored it counts as missing.
    is_thread      boolean NOT NULL DEFAULT false,
    -- Whether somebody was alerted to the item, or to a comment with its title, as of the last look. Such
    -- items come first when more looks are due than the request budget allows. So do items without a look:
    -- most deletions happen soon.
    is_alerted     boolean NOT NULL DEFAULT true
);

CREATE INDEX item_keys_seen_at ON item_keys (seen_at);
-- The keys of items that are not known to be matched, such as those that wait for a score.
CREATE INDEX item_keys_unmatched ON item_keys (seen_at) WHERE stays IS NOT TRUE;
-- All looks that are due, and those that come first.
CREATE INDEX item_keys_check_at ON item_keys (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX item_keys_alerted_check_at ON item_keys (check_at)
    WHERE is_alerted AND check_at IS NOT NULL;
-- Ids of other sites are among those of Reddit, and each site has a job of its own for looks.
CREATE INDEX item_keys_hn_check_at ON item_keys (check_at)
    WHERE forum_id LIKE 'hn:%' AND check_at IS NOT NULL;
CREATE INDEX item_keys_bsky_check_at ON item_keys (check_at)
    WHERE forum_id LIKE 'bsky:%' AND check_at IS NOT NULL;
CREATE INDEX item_keys_lemmy_check_at ON item_keys (check_at)
    WHERE forum_id LIKE 'lemmy:%' AND check_at IS NOT NULL;

-- The near-duplicate hashes of the past days, by their four parts of sixteen bits each: two hashes that
-- differ in at most three bits have a part in common. `band` is the part's position (0 to 3) times 65,536
-- plus the part itself.
CREATE TABLE near_bands (
    band      integer NOT NULL,
    item_id   uuid NOT NULL,
    hash      bigint NOT NULL,
    story_id  text NOT NULL,
    seen_at   timestamptz NOT NULL,
    PRIMARY KEY (band, item_id)
);

CREATE INDEX near_bands_seen_at ON near_bands (seen_at);

-- The targets of the link posts of the past days. Later posts with the same target belong to the same story,
-- on whichever sites they are posted. `link_hash` is computed from the address without the parts that do not
-- affect its target.
CREATE TABLE story_links (
    link_hash  bigint NOT NULL,
    seen_at    timestamptz NOT NULL,
    item_id    uuid NOT NULL,
    story_id   text NOT NULL,
    -- In this order, so that the newest row of a link is found at once, however many there are.
    PRIMARY KEY (link_hash, seen_at, item_id)
);

CREATE INDEX story_links_seen_at ON story_links (seen_at);
