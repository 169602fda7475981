-- Whether a place is a site of its own and no subreddit, as `is_subreddit` of the matcher says: one more
-- site is one more name here.
CREATE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) = 'news.ycombinator.com';

-- How far a source has been read whose ids count up. A row is made by the first read.
CREATE TABLE sequences (
    source        text PRIMARY KEY CHECK (source IN ('hacker_news')),
    -- Where all of it was written, as items and the coverage name it.
    place         text NOT NULL,
    -- All ids up to this one were asked for; those that were not there yet wait below.
    read_to       bigint NOT NULL,
    next_poll_at  timestamptz NOT NULL,
    leased_until  timestamptz,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence         bigint NOT NULL DEFAULT 0,
    -- When the last poll was begun that came to the last id.
    polled_at     timestamptz,
    -- Since the last poll that went well.
    failures      integer NOT NULL DEFAULT 0,
    last_error    text
);

-- Ids that had nothing when they were asked for.
CREATE TABLE sequence_waiting (
    source        text NOT NULL REFERENCES sequences ON DELETE CASCADE,
    id            bigint NOT NULL,
    since         timestamptz NOT NULL,
    looks         integer NOT NULL,
    -- Null once it is given up: the item is said to be unavailable.
    next_look_at  timestamptz,
    PRIMARY KEY (source, id)
);

CREATE INDEX sequence_waiting_due ON sequence_waiting (source, next_look_at)
    WHERE next_look_at IS NOT NULL;
