-- Posts and comments, by week of first sight. Weeks are dropped whole when they are out of date,
-- so that ninety days of retention cost no row-by-row deletion.
CREATE TABLE items (
    id                 uuid NOT NULL,
    seen_at            timestamptz NOT NULL,
    forum_id           text NOT NULL,
    kind               text NOT NULL CHECK (kind IN ('post', 'comment')),
    subreddit          text NOT NULL,
    author             text NOT NULL,
    title              text NOT NULL,
    body               text NOT NULL,
    url                text NOT NULL,
    score              integer NOT NULL DEFAULT 0,
    num_comments       integer NOT NULL DEFAULT 0,
    forum_created_at   timestamptz NOT NULL,
    PRIMARY KEY (id, seen_at)
) PARTITION BY RANGE (seen_at);

-- The preview: the newest items of some subreddits, and of all.
CREATE INDEX items_subreddit_seen_at ON items (lower(subreddit), seen_at DESC);
CREATE INDEX items_seen_at ON items (seen_at DESC);

-- A unique key on a partitioned table must hold the partition key, so the rule "one row an item,
-- ever" has a small table of its own. `seen_at` is fixed here when the item is first stored.
CREATE TABLE item_keys (
    forum_id  text PRIMARY KEY,
    item_id   uuid NOT NULL,
    seen_at   timestamptz NOT NULL
);

CREATE INDEX item_keys_seen_at ON item_keys (seen_at);
