DELETE FROM outbox WHERE kind = 'upgraded';
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'endpoint_paused', 'verify_email', 'reset_password',
                  'already_registered'));
DROP TABLE sandbox_invoices, sandbox_subscriptions, sandbox_sessions, provider_cursors,
    provider_events, checkouts, subscriptions, billing_customers;
