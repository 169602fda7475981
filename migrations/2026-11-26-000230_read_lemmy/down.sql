DROP TABLE lemmy_instances;
DROP FUNCTION read_as;

CREATE OR REPLACE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) IN ('news.ycombinator.com', 'bsky.app') OR lower(place) LIKE 'feed/%';
