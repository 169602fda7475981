-- What items of one matter have in common: the forum's id of the post that was seen first. A thread
-- is a story of its own, unless its post is a crosspost or nearly a copy of another. Empty in rows of
-- before: then the thread is the story.
ALTER TABLE items ADD COLUMN story_id text NOT NULL DEFAULT '';

-- The same of posts by the forum's id, for the comments and crossposts that follow. Null where it is
-- the post's own id, as of nearly all.
ALTER TABLE item_keys ADD COLUMN story_id text;

-- The near-duplicate hashes of the past days, by their four parts of sixteen bits each: two hashes
-- that differ in at most three bits have a part in common. `band` is the part's place (0 to 3) times
-- 65,536 plus the part itself.
CREATE TABLE near_bands (
    band      integer NOT NULL,
    item_id   uuid NOT NULL,
    hash      bigint NOT NULL,
    story_id  text NOT NULL,
    seen_at   timestamptz NOT NULL,
    PRIMARY KEY (band, item_id)
);

CREATE INDEX near_bands_seen_at ON near_bands (seen_at);
