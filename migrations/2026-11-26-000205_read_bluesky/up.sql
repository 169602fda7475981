CREATE OR REPLACE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) IN ('news.ycombinator.com', 'bsky.app');

-- Of a stream `read_to` is the time of the last event, in microseconds since 1970.
ALTER TABLE sequences DROP CONSTRAINT sequences_source_check,
    ADD CONSTRAINT sequences_source_check CHECK (source IN ('hacker_news', 'bluesky'));
