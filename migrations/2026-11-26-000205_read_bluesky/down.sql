DELETE FROM sequences WHERE source = 'bluesky';
ALTER TABLE sequences DROP CONSTRAINT sequences_source_check,
    ADD CONSTRAINT sequences_source_check CHECK (source IN ('hacker_news'));

CREATE OR REPLACE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) = 'news.ycombinator.com';
