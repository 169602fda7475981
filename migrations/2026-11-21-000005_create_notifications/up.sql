-- One item that matched one watch, for the user to see. Partitioned by the item's seen_at, like the
-- items themselves. The watch may be deleted later; the notification stays, with the keyword it had.
CREATE TABLE notifications (
    id          uuid NOT NULL,
    seen_at     timestamptz NOT NULL,
    item_id     uuid NOT NULL,
    watch_id    uuid NOT NULL,
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Counts up by one for each notification of a user, in the order of commit: the live stream's
    -- event id, and so the place from which a browser that was away goes on.
    seq         bigint NOT NULL,
    keyword     text NOT NULL,
    -- Where the keyword stands: [{"field": "title"|"body", "start": n, "end": n}], UTF-16 units.
    matches     jsonb NOT NULL,
    status      text NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'read', 'archived')),
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (id, seen_at),
    CONSTRAINT notifications_watch_item_key UNIQUE (watch_id, item_id, seen_at)
) PARTITION BY RANGE (seen_at);

CREATE INDEX notifications_user_seq ON notifications (user_id, seq);
CREATE INDEX notifications_user_status_created_at ON notifications (user_id, status, created_at DESC);
CREATE INDEX notifications_user_keyword_created_at
    ON notifications (user_id, lower(keyword), created_at DESC);
CREATE INDEX notifications_watch_created_at ON notifications (watch_id, created_at DESC);

-- The last seq given to each user. Taking the next one locks this row until commit, which is what
-- makes the order of seq the order of commit.
CREATE TABLE live_cursors (
    user_id  uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    seq      bigint NOT NULL
);
