-- What feeds bring in a day (UTC), by feed, by user and for the whole server, is limited. Each row has the numbers of
-- one day, which count as none on another, so that nothing resets them.
ALTER TABLE feeds
    -- The entries of that day that were stored, and the bytes of their texts.
    ADD COLUMN day date,
    ADD COLUMN day_entries integer NOT NULL DEFAULT 0,
    ADD COLUMN day_bytes bigint NOT NULL DEFAULT 0,
    -- The limit for which the next poll waits for another day, in words; null if it does not.
    ADD COLUMN put_off text;

-- The sum of all feeds.
CREATE TABLE feed_use (
    -- There is one row.
    is_only  boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    day      date NOT NULL,
    entries  bigint NOT NULL,
    bytes    bigint NOT NULL
);

-- The use of a user is the sum of what the user's feeds have brought while the user followed them. It is not stored:
-- otherwise a poll would change a row for each follower. Stored is its difference from the sum of the feeds that the
-- user follows now: what was added by feeds that the user has stopped following that day, less what the others had
-- brought that day before the user followed them.
CREATE TABLE user_feed_use (
    user_id  uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    day      date NOT NULL,
    entries  bigint NOT NULL,
    bytes    bigint NOT NULL
);
