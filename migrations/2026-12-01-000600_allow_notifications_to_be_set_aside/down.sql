UPDATE notifications SET status = 'unread' WHERE status = 'aside';
ALTER TABLE notifications DROP CONSTRAINT notifications_status_known,
    ADD CONSTRAINT notifications_status_check CHECK (status IN ('unread', 'read', 'archived'));
DO $$
BEGIN
    EXECUTE replace(pg_get_functiondef('recount_changed_matches()'::regprocedure),
                    $f$status IN ('read', 'archived')$f$, $f$status <> 'unread'$f$);
END
$$;
