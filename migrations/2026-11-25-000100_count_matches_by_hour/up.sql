-- How many matches each watch, and each user, had in an hour: those that were listed as notifications,
-- and those beyond the plan's ceiling, which are only counted.
CREATE TABLE watch_hours (
    watch_id  uuid NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    hour      timestamptz NOT NULL,
    listed    bigint NOT NULL CHECK (listed >= 0),
    unlisted  bigint NOT NULL CHECK (unlisted >= 0),
    PRIMARY KEY (watch_id, hour)
);

CREATE INDEX watch_hours_by_hour ON watch_hours (hour);

CREATE TABLE user_hours (
    user_id  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hour     timestamptz NOT NULL,
    listed   bigint NOT NULL CHECK (listed >= 0),
    PRIMARY KEY (user_id, hour)
);

CREATE INDEX user_hours_by_hour ON user_hours (hour);
