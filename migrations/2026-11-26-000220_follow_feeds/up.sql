-- The place of a feed is no subreddit either.
CREATE OR REPLACE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) IN ('news.ycombinator.com', 'bsky.app') OR lower(place) LIKE 'feed/%';

-- Hosts that feeds are read from: none is asked twice at once, nor shortly after it was.
CREATE TABLE feed_hosts (
    host     text PRIMARY KEY,
    -- Until then nobody asks it.
    free_at  timestamptz NOT NULL
);

-- Feeds, each once however many follow it. An address may hold a secret: it is shown to who follows it
-- alone, and never logged.
CREATE TABLE feeds (
    id                uuid PRIMARY KEY,
    -- Where its entries were written, as items and watches name it. It stays when the feed moves.
    place             text NOT NULL UNIQUE
                      CHECK (place = lower(place) AND length(place) <= 100),
    -- The address that the place was made of, and where the feed is now.
    origin            text NOT NULL UNIQUE CHECK (length(origin) <= 2000),
    address           text NOT NULL UNIQUE CHECK (length(address) <= 2000),
    host              text NOT NULL REFERENCES feed_hosts,
    title             text NOT NULL DEFAULT '',
    site              text NOT NULL DEFAULT '',
    created_at        timestamptz NOT NULL,
    etag              text,
    last_modified     text,
    -- Eight bytes of each entry that was read, those of the last document first.
    known             bytea NOT NULL DEFAULT '',
    -- Null once the server has said that the feed is gone for good.
    next_poll_at      timestamptz,
    leased_until      timestamptz,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence             bigint NOT NULL DEFAULT 0,
    -- When the last poll was begun that went well.
    polled_at         timestamptz,
    -- Since then.
    failures          integer NOT NULL DEFAULT 0,
    last_error        text,
    interval_seconds  integer NOT NULL CHECK (interval_seconds BETWEEN 300 AND 21600),
    polls             bigint NOT NULL DEFAULT 0,
    -- Of these, those that brought nothing new.
    unchanged         bigint NOT NULL DEFAULT 0,
    items             bigint NOT NULL DEFAULT 0
);

CREATE INDEX feeds_due ON feeds (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX feeds_host ON feeds (host);

CREATE TABLE user_feeds (
    user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    feed_id   uuid NOT NULL REFERENCES feeds,
    added_at  timestamptz NOT NULL,
    PRIMARY KEY (user_id, feed_id)
);

CREATE INDEX user_feeds_feed ON user_feeds (feed_id);
