-- The shards that match items where NATS carries them (bus.url): each has the watches of its part of the users, and is
-- held by one process. Without NATS nobody reads this.
CREATE TABLE match_shards (
    shard         integer PRIMARY KEY CHECK (shard >= 0),
    -- Into how many the users are divided: the same in all rows.
    shards        integer NOT NULL CHECK (shards BETWEEN 1 AND 64),
    -- The place in the log of items up to which all is stored that its watches match.
    position      bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
    -- When that log was made, by NATS, in microseconds: a position says nothing of another log.
    log_made_at   bigint NOT NULL DEFAULT 0,
    holder        uuid,
    leased_until  timestamptz,
    -- Counts up with every holder, so that one who was taken for dead writes nothing any more.
    fence         bigint NOT NULL DEFAULT 0,
    CHECK (shard < shards),
    CHECK ((holder IS NULL) = (leased_until IS NULL))
);

INSERT INTO match_shards (shard, shards) VALUES (0, 1);

ALTER TABLE processes ADD COLUMN matches boolean NOT NULL DEFAULT false;
