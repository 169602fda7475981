-- A further state of notifications, for those that are probably not relevant: shown in a list of their own, and alerted
-- in digests only.
ALTER TABLE notifications DROP CONSTRAINT notifications_status_check,
    ADD CONSTRAINT notifications_status_known
        CHECK (status IN ('unread', 'read', 'archived', 'aside')) NOT VALID;

-- What is set aside was not opened.
DO $$
BEGIN
    EXECUTE replace(pg_get_functiondef('recount_changed_matches()'::regprocedure),
                    $f$status <> 'unread'$f$, $f$status IN ('read', 'archived')$f$);
END
$$;
