ALTER INDEX unlisted_matches_hour RENAME TO watch_hours_by_hour;
ALTER INDEX unlisted_matches_pkey RENAME TO watch_hours_pkey;
ALTER TABLE unlisted_matches RENAME TO watch_hours;
ALTER TABLE watch_hours RENAME COLUMN matches TO unlisted;
ALTER TABLE watch_hours ADD COLUMN listed bigint NOT NULL DEFAULT 0 CHECK (listed >= 0);
ALTER TABLE watch_hours ALTER COLUMN listed DROP DEFAULT;
INSERT INTO watch_hours (watch_id, hour, listed, unlisted)
SELECT id, match_hour, hour_matches, 0 FROM watches WHERE match_hour IS NOT NULL
ON CONFLICT (watch_id, hour) DO UPDATE SET listed = excluded.listed;

CREATE TABLE user_hours (
    user_id  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hour     timestamptz NOT NULL,
    listed   bigint NOT NULL CHECK (listed >= 0),
    PRIMARY KEY (user_id, hour)
);
CREATE INDEX user_hours_by_hour ON user_hours (hour);
INSERT INTO user_hours (user_id, hour, listed)
SELECT user_id, hour, listed FROM live_cursors WHERE hour IS NOT NULL;

ALTER TABLE live_cursors RESET (fillfactor), DROP COLUMN hour, DROP COLUMN listed;
ALTER TABLE watches
    RESET (fillfactor),
    DROP COLUMN match_hour, DROP COLUMN hour_matches, DROP COLUMN hour_before_matches;
