-- The post that an item belongs to, by the forum's id: a post's own, a comment's post's.
ALTER TABLE items ADD COLUMN thread_id text NOT NULL DEFAULT '';
-- A hash that is nearly the same for nearly the same text, by which crossposts and copies are told;
-- null for texts too short to tell.
ALTER TABLE items ADD COLUMN near_hash bigint;
-- When the forum no longer had it: text and author are gone then, and the row is a tombstone.
ALTER TABLE items ADD COLUMN gone_at timestamptz;
-- When the forum was last asked whether it still has it.
ALTER TABLE items ADD COLUMN checked_at timestamptz;

UPDATE items SET thread_id = forum_id WHERE kind = 'post';
