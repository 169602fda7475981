DROP INDEX outbox_leased;
DROP INDEX outbox_due_endpoints;
DROP INDEX outbox_due_mail;
CREATE INDEX outbox_due ON outbox (due_at) WHERE status = 'pending';
