CREATE INDEX outbox_due_mail ON outbox (due_at) WHERE status = 'pending' AND endpoint_id IS NULL;
CREATE INDEX outbox_due_endpoints ON outbox (due_at)
    WHERE status = 'pending' AND endpoint_id IS NOT NULL;
CREATE INDEX notifications_late ON notifications (created_at) WHERE created_at > seen_at;
