-- How many matches each watch had listed in an hour and in the one before, and each user in an hour:
-- in the rows that are locked and written with each batch anyway, so that it costs no other. Only
-- what is beyond the plan's ceiling, which is rare, has rows of its own.
ALTER TABLE watches
    ADD COLUMN match_hour           timestamptz,
    ADD COLUMN hour_matches         bigint NOT NULL DEFAULT 0,
    ADD COLUMN hour_before_matches  bigint NOT NULL DEFAULT 0,
    SET (fillfactor = 80);

ALTER TABLE live_cursors
    ADD COLUMN hour    timestamptz,
    ADD COLUMN listed  bigint NOT NULL DEFAULT 0,
    SET (fillfactor = 50);

UPDATE watches SET match_hour = hour, hour_matches = listed
FROM watch_hours WHERE watch_id = watches.id
    AND hour = (SELECT max(hour) FROM watch_hours AS other WHERE other.watch_id = watches.id);
UPDATE live_cursors SET hour = user_hours.hour, listed = user_hours.listed
FROM user_hours WHERE user_hours.user_id = live_cursors.user_id
    AND user_hours.hour = (
        SELECT max(hour) FROM user_hours AS other WHERE other.user_id = live_cursors.user_id);

DROP TABLE user_hours;
DELETE FROM watch_hours WHERE unlisted = 0;
ALTER TABLE watch_hours DROP COLUMN listed;
ALTER TABLE watch_hours RENAME COLUMN unlisted TO matches;
ALTER TABLE watch_hours RENAME TO unlisted_matches;
ALTER INDEX watch_hours_pkey RENAME TO unlisted_matches_pkey;
ALTER INDEX watch_hours_by_hour RENAME TO unlisted_matches_hour;
