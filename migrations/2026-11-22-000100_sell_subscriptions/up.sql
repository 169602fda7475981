-- Who buys, at which provider. The row is there before the provider is asked, so that what it is asked
-- carries the row's id as its idempotency key: asking again makes no second customer. When the account
-- is deleted the row stays until the provider charges no more.
CREATE TABLE billing_customers (
    id           uuid PRIMARY KEY,
    user_id      uuid REFERENCES users (id) ON DELETE SET NULL,
    provider     text NOT NULL CHECK (provider IN ('stripe', 'sandbox')),
    -- The provider's own id; null until it has answered.
    provider_id  text CHECK (char_length(provider_id) BETWEEN 1 AND 255),
    -- Look-ups of the customer's subscriptions are numbered when they begin; an answer is stored
    -- unless that of a later one is. Whoever began later knows at least as much.
    begun        bigint NOT NULL DEFAULT 0,
    applied      bigint NOT NULL DEFAULT 0,
    -- When it is looked up next even if nothing is heard.
    look_at      timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    CONSTRAINT billing_customers_one_a_user UNIQUE (user_id, provider),
    CONSTRAINT billing_customers_provider_id_key UNIQUE (provider, provider_id),
    CONSTRAINT billing_customers_applied_check CHECK (applied BETWEEN 0 AND begun)
);

CREATE INDEX billing_customers_look_at ON billing_customers (look_at);

-- The provider's subscriptions as they were last seen there.
CREATE TABLE subscriptions (
    id                    uuid PRIMARY KEY,
    customer_id           uuid NOT NULL REFERENCES billing_customers (id) ON DELETE CASCADE,
    provider_id           text NOT NULL CHECK (char_length(provider_id) BETWEEN 1 AND 255),
    plan                  text NOT NULL CHECK (plan IN ('pro')),
    status                text NOT NULL
                          CHECK (status IN ('incomplete', 'incomplete_expired', 'trialing', 'active',
                                            'past_due', 'canceled', 'unpaid', 'paused')),
    period                text NOT NULL CHECK (period IN ('month', 'year')),
    price_id              text NOT NULL,
    current_period_end    timestamptz NOT NULL,
    cancel_at_period_end  boolean NOT NULL,
    -- Counted up with each change: part of the idempotency keys of what is asked about it, so that
    -- cancelling, reactivating and cancelling again are three requests, and a repetition is none.
    version               integer NOT NULL DEFAULT 1 CHECK (version > 0),
    -- What brought the last change: an event's id, `user` or `reconcile`.
    updated_by            text NOT NULL,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    CONSTRAINT subscriptions_provider_id_key UNIQUE (customer_id, provider_id)
);

-- What is open to be paid. Its id is the idempotency key; one at a time, so that two tabs do not pay
-- twice.
CREATE TABLE checkouts (
    id           uuid PRIMARY KEY,
    customer_id  uuid NOT NULL REFERENCES billing_customers (id) ON DELETE CASCADE,
    period       text NOT NULL CHECK (period IN ('month', 'year')),
    provider_id  text,
    created_at   timestamptz NOT NULL,
    closed_at    timestamptz
);

CREATE UNIQUE INDEX checkouts_one_open ON checkouts (customer_id) WHERE closed_at IS NULL;
CREATE INDEX checkouts_created_at ON checkouts (created_at);

-- What the provider told, in the order in which it is worked on. An event's id is there once, and
-- `handled_at` is written in the transaction of its effect. The event says only what to look up.
CREATE TABLE provider_events (
    provider      text NOT NULL CHECK (provider IN ('stripe', 'sandbox')),
    id            text NOT NULL CHECK (char_length(id) BETWEEN 1 AND 255),
    kind          text NOT NULL,
    -- The provider's ids of the customer and of what the event is about.
    customer      text NOT NULL,
    object        text NOT NULL,
    told_at       timestamptz NOT NULL,
    received_at   timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    leased_until  timestamptz,
    fence         bigint NOT NULL DEFAULT 0,
    attempts      integer NOT NULL DEFAULT 0,
    reason        text,
    handled_at    timestamptz,
    PRIMARY KEY (provider, id)
);

CREATE INDEX provider_events_due ON provider_events (due_at) WHERE handled_at IS NULL;
CREATE INDEX provider_events_handled_at ON provider_events (handled_at)
    WHERE handled_at IS NOT NULL;

-- Up to when a provider's events are known to be complete, and when they are compared next.
CREATE TABLE provider_cursors (
    provider      text PRIMARY KEY CHECK (provider IN ('stripe', 'sandbox')),
    events_until  timestamptz NOT NULL,
    look_at       timestamptz NOT NULL
);

-- The demo's own provider.
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

-- The mail that confirms an upgrade; its subject is the subscription.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK
        (kind IN ('match', 'digest', 'test', 'endpoint_paused', 'verify_email', 'reset_password',
                  'already_registered', 'upgraded'));
