-- Empty: what was in them is gone.
CREATE TABLE sandbox_sessions (
    token_hash   bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    customer     text NOT NULL,
    -- Of a checkout; null in a portal.
    period       text CHECK (period IN ('month', 'year')),
    expires_at   timestamptz NOT NULL,
    finished_at  timestamptz
);

CREATE TABLE sandbox_subscriptions (
    id                    text PRIMARY KEY,
    customer              text NOT NULL,
    status                text NOT NULL CHECK (status IN ('active', 'canceled')),
    period                text NOT NULL CHECK (period IN ('month', 'year')),
    current_period_end    timestamptz NOT NULL,
    cancel_at_period_end  boolean NOT NULL DEFAULT false,
    created_at            timestamptz NOT NULL
);

CREATE UNIQUE INDEX sandbox_subscriptions_one_active ON sandbox_subscriptions (customer)
    WHERE status = 'active';

CREATE TABLE sandbox_invoices (
    id               text PRIMARY KEY,
    subscription_id  text NOT NULL REFERENCES sandbox_subscriptions (id) ON DELETE CASCADE,
    amount_minor     integer NOT NULL CHECK (amount_minor >= 0),
    currency         text NOT NULL,
    paid_at          timestamptz NOT NULL,
    refunded_at      timestamptz
);

CREATE INDEX sandbox_invoices_subscription_id ON sandbox_invoices (subscription_id, paid_at);

ALTER TABLE billing_customers
    DROP CONSTRAINT billing_customers_provider_check,
    ADD CONSTRAINT billing_customers_provider_check CHECK (provider IN ('stripe', 'sandbox'));
ALTER TABLE provider_events
    DROP CONSTRAINT provider_events_provider_check,
    ADD CONSTRAINT provider_events_provider_check CHECK (provider IN ('stripe', 'sandbox'));
ALTER TABLE provider_cursors
    DROP CONSTRAINT provider_cursors_provider_check,
    ADD CONSTRAINT provider_cursors_provider_check CHECK (provider IN ('stripe', 'sandbox'));
