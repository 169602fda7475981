-- Customers of the payment provider, their subscriptions, and the provider's events.

-- The row is written before the provider is asked, so that requests carry its id as their idempotency key:
-- asking again makes no second customer. When the account is deleted, the row stays until the provider
-- charges no more.
CREATE TABLE billing_customers (
    id           uuid PRIMARY KEY,
    user_id      uuid REFERENCES users (id) ON DELETE SET NULL,
    provider     text NOT NULL CHECK (provider = 'stripe'),
    -- The provider's own id; null until it has answered.
    provider_id  text CHECK (char_length(provider_id) BETWEEN 1 AND 255),
    -- Look-ups of the customer's subscriptions are numbered when they begin. An answer is stored unless the
    -- answer of a later look-up is stored already: a look-up that began later knows at least as much.
    begun        bigint NOT NULL DEFAULT 0,
    applied      bigint NOT NULL DEFAULT 0,
    -- When it is looked up next, even if no event arrives.
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
    -- Goes up with each change. It is part of the idempotency keys of requests about the subscription, so
    -- that cancelling, reactivating and cancelling again are three requests, and a repetition is none.
    version               integer NOT NULL DEFAULT 1 CHECK (version > 0),
    -- The source of the last change: an event's id, `user` or `reconcile`.
    updated_by            text NOT NULL,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    CONSTRAINT subscriptions_provider_id_key UNIQUE (customer_id, provider_id)
);

-- Open payments. The id is the idempotency key. A customer has one at a time, so that two tabs do not pay
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

-- The provider's events, in the order in which they are handled. An event's id is stored once, and
-- `handled_at` is written in the transaction of its effect. The event only says what to look up.
CREATE TABLE provider_events (
    provider      text NOT NULL CHECK (provider = 'stripe'),
    id            text NOT NULL CHECK (char_length(id) BETWEEN 1 AND 255),
    kind          text NOT NULL,
    -- The provider's ids of the customer and of the event's object.
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

-- The time up to which a provider's events are known to be complete, and when they are compared next.
CREATE TABLE provider_cursors (
    provider      text PRIMARY KEY CHECK (provider = 'stripe'),
    events_until  timestamptz NOT NULL,
    look_at       timestamptz NOT NULL
);
