DROP TABLE user_feeds;
DROP TABLE feeds;
DROP TABLE feed_hosts;

CREATE OR REPLACE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) IN ('news.ycombinator.com', 'bsky.app');
