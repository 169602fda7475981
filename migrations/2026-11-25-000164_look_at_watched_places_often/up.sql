-- A joined listing leaves out a member that turned private, without a word: all that are read are looked at
-- together, many with one request, and those that are private, for when they are back.
ALTER TABLE places
    ADD COLUMN looked_at timestamptz NOT NULL DEFAULT 'epoch',
    -- When the forum last said that it can be read.
    ADD COLUMN readable_at timestamptz,
    -- How many users watch it, as of the last plan.
    ADD COLUMN watchers integer NOT NULL DEFAULT 1;

CREATE INDEX places_by_look ON places (looked_at)
    WHERE is_watched AND state IN ('ok', 'assumed', 'private');

-- What is still watched and cannot be read: up to when it could.
ALTER TABLE place_readings ADD COLUMN ended_at timestamptz;
