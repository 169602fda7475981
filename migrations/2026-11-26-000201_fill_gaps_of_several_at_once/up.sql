-- Members that are read together: an hour of a hundred quiet subreddits is on a few pages of their joint
-- listing, and on a hundred of their own. One that runs over is halved.
ALTER TABLE gap_fills ADD COLUMN batch uuid NOT NULL DEFAULT gen_random_uuid();
CREATE INDEX gap_fills_batch ON gap_fills (batch);
