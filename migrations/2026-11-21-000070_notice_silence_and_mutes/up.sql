-- What a mute cleaned up: how much it was, and which to bring back.
CREATE INDEX notifications_muted_by ON notifications (muted_by) WHERE muted_by IS NOT NULL;
-- How much of what a watch found its user called beside the point.
CREATE INDEX notifications_watch_not_relevant ON notifications (watch_id)
    WHERE not_relevant_at IS NOT NULL AND deleted_at IS NULL;

-- When a watch last matched, whatever became of the notification: one that was deleted, or was never
-- made because of a mute, is no silence of the watch.
ALTER TABLE watches ADD COLUMN last_match_at timestamptz;
UPDATE watches SET last_match_at =
    (SELECT max(created_at) FROM notifications WHERE watch_id = watches.id AND deleted_at IS NULL);
