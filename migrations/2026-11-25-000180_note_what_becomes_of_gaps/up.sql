-- When a gap was first recorded, and when it is over unless it grows before; null once that was noted. Gaps
-- from before are news to nobody.
ALTER TABLE coverage_gaps ADD COLUMN opened_at timestamptz, ADD COLUMN closes_at timestamptz;
CREATE INDEX coverage_gaps_open ON coverage_gaps (closes_at) WHERE closes_at IS NOT NULL;

-- A gap that is being filled has an id, which it keeps if it cannot be.
ALTER TABLE gap_fills
    ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now();

-- What became of gaps is sent in rounds, to one user after the other.
CREATE TABLE gap_rounds (
    id          uuid PRIMARY KEY,
    begun_at    timestamptz NOT NULL,
    -- The users up to this one have their messages.
    after_user  uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- All of them have.
    ended_at    timestamptz
);
-- One at a time, whichever process begins it.
CREATE UNIQUE INDEX gap_rounds_running ON gap_rounds ((ended_at IS NULL)) WHERE ended_at IS NULL;
CREATE INDEX gap_rounds_begun_at ON gap_rounds (begun_at);

-- A gap as it was when it became known, or its end did.
CREATE TABLE gap_changes (
    gap_id      uuid NOT NULL,
    state       text NOT NULL CHECK (state IN ('open', 'filled', 'closed')),
    place       text NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('post', 'comment')),
    started_at  timestamptz NOT NULL,
    ended_at    timestamptz NOT NULL,
    reason      text NOT NULL,
    -- The round that it is sent in; null until that begins.
    round_id    uuid REFERENCES gap_rounds ON DELETE CASCADE,
    PRIMARY KEY (gap_id, state)
);
CREATE INDEX gap_changes_of_round ON gap_changes (round_id, place);
