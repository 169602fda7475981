-- Indexes of notifications that take less space, and one fewer. They are made for the weeks that exist before the next
-- migration runs (`crates/db/src/migrate.rs`), which drops the present ones.

-- Replaces the key of watch and item, and the index of items. A batch adds its items at one place, where the former key
-- had one for each watch. The user comes before the watch for searches, which look up the notifications that one user
-- has of an item: it may have thousands of watchers.
CREATE UNIQUE INDEX notifications_item_user_watch ON ONLY notifications (item_id, user_id, watch_id, seen_at);

-- Those of lists, in the order in which rows are added: Postgres then fills the pages of a user with many, and leaves
-- them half empty when each row comes before the previous one. Lists read them backwards.
CREATE INDEX notifications_user_time ON ONLY notifications (user_id, created_at, seq) WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_status_time
    ON ONLY notifications (user_id, status, created_at, seq) INCLUDE (keyword) WHERE deleted_at IS NULL;
CREATE INDEX notifications_user_keyword_time
    ON ONLY notifications (user_id, lower(keyword), status, created_at, seq) WHERE deleted_at IS NULL;
CREATE INDEX notifications_watch_time ON ONLY notifications (watch_id, created_at) WHERE deleted_at IS NULL;
