-- Hearing tests: a user plants a post for one of their watches, to see how it reaches them. It is no item, and its
-- match is no notification: whatever counts, searches or analyses these does not know of it. One of a user at a
-- time, which the key says.
CREATE TABLE hearing_tests (
    user_id    uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    id         uuid NOT NULL UNIQUE,
    watch_id   uuid NOT NULL REFERENCES watches ON DELETE CASCADE,
    keyword    text NOT NULL,
    -- What is searched of it.
    post       jsonb NOT NULL,
    planted_at timestamptz NOT NULL,
    -- When a process that reads sources took it, when it had matched it, and when the messages were stored.
    read_at    timestamptz,
    matched_at timestamptz,
    stored_at  timestamptz,
    -- Its place among its user's notifications, for the live stream.
    seq        bigint,
    matches    jsonb NOT NULL DEFAULT '[]',
    -- Where it goes, and why not.
    ways       jsonb NOT NULL DEFAULT '[]',
    -- Why it went no further.
    failure    text
);
CREATE INDEX hearing_tests_unread ON hearing_tests (planted_at) WHERE stored_at IS NULL AND failure IS NULL;
-- For watches that are deleted.
CREATE INDEX hearing_tests_by_watch ON hearing_tests (watch_id);
