-- The sandbox, a provider that charged nobody, was the demo's; a demo is now sold to by a stand-in that
-- speaks Stripe's API, as any other server is by Stripe. What the sandbox sold goes with it: it was paid
-- by nobody, and without the sandbox nothing would ever end it. Who has Pro by it alone is on Free from
-- now on, with the three oldest watches as they are and the others switched off, as after any downgrade;
-- who has a live subscription at Stripe besides keeps that. Accounts and all that is in them stay.
--
-- Where nothing was ever sold by the sandbox, only empty tables go. A program of the former release that
-- still runs can no longer do its daily clean-up to the end, and does no harm otherwise.
WITH gone AS (
    -- With their subscriptions and checkouts. A mail that waits to confirm one finds nothing to confirm.
    DELETE FROM billing_customers WHERE provider = 'sandbox' RETURNING user_id
), downgraded AS (
    UPDATE users SET plan = 'free', subscription_status = 'active', updated_at = now()
    WHERE id IN (SELECT user_id FROM gone)
        AND plan <> 'free'
        AND NOT EXISTS (
            SELECT FROM subscriptions
            JOIN billing_customers ON billing_customers.id = subscriptions.customer_id
            WHERE billing_customers.user_id = users.id
                AND billing_customers.provider <> 'sandbox'
                AND subscriptions.status IN ('trialing', 'active', 'past_due')
        )
    RETURNING id
), ranked AS (
    SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at, id) AS age
    FROM watches
    WHERE user_id IN (SELECT id FROM downgraded)
)
UPDATE watches SET is_active = false, updated_at = now()
FROM ranked
WHERE watches.id = ranked.id AND ranked.age > 3 AND watches.is_active;

DELETE FROM provider_events WHERE provider = 'sandbox';
DELETE FROM provider_cursors WHERE provider = 'sandbox';

ALTER TABLE billing_customers
    DROP CONSTRAINT billing_customers_provider_check,
    ADD CONSTRAINT billing_customers_provider_check CHECK (provider = 'stripe');
ALTER TABLE provider_events
    DROP CONSTRAINT provider_events_provider_check,
    ADD CONSTRAINT provider_events_provider_check CHECK (provider = 'stripe');
ALTER TABLE provider_cursors
    DROP CONSTRAINT provider_cursors_provider_check,
    ADD CONSTRAINT provider_cursors_provider_check CHECK (provider = 'stripe');

DROP TABLE sandbox_invoices, sandbox_subscriptions, sandbox_sessions;
