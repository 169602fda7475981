-- Mail and endpoints are claimed apart from each other, and when the next lease ends is asked whenever
-- a worker has nothing to do.
DROP INDEX outbox_due;
CREATE INDEX outbox_due_mail ON outbox (due_at) WHERE status = 'pending' AND endpoint_id IS NULL;
CREATE INDEX outbox_due_endpoints ON outbox (due_at)
    WHERE status = 'pending' AND endpoint_id IS NOT NULL;
CREATE INDEX outbox_leased ON outbox (leased_until)
    WHERE status = 'pending' AND leased_until IS NOT NULL;
