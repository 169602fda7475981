-- A community of Lemmy is no subreddit either.
CREATE OR REPLACE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) IN ('news.ycombinator.com', 'bsky.app', 'join-lemmy.org')
    OR lower(place) LIKE 'feed/%' OR lower(place) LIKE 'c/%@%';

-- The place by which the coverage knows a place: that of the site which is read as a whole, if it lies in one.
-- As `Site::of` of the matcher says.
CREATE FUNCTION read_as(place text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN lower(place) LIKE 'c/%@%' THEN 'join-lemmy.org' ELSE lower(place) END;

-- Instances of Lemmy that are read, each by one process at a time. A row is made by the first read.
CREATE TABLE lemmy_instances (
    address       text PRIMARY KEY CHECK (length(address) <= 2000),
    next_poll_at  timestamptz NOT NULL,
    leased_until  timestamptz,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence         bigint NOT NULL DEFAULT 0,
    -- When the last poll was begun that went well: what was listed until then was read.
    polled_at     timestamptz,
    -- Since then.
    failures      integer NOT NULL DEFAULT 0,
    last_error    text
);
