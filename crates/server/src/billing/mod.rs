//! What is bought: the provider that takes the money, and the plan that follows from it.
//!
//! The provider's word counts. Events, calls of users and the daily look only say whose
//! subscriptions to ask for (`look.rs`); what the answer says is stored, and the plan derived from
//! it, in one transaction (`apply.rs`). So the order in which events come does not matter.

mod apply;
pub mod checkout;
pub mod look;
pub mod manage;
pub mod sandbox;
pub mod stripe;
pub mod worker;

use chrono::{DateTime, TimeDelta, Utc};

use crate::config::{Config, PaymentProvider, Plans};
use crate::context::Context;
use crate::db::models::billing_customer::Customer;
use crate::db::models::checkout::Checkout;
use crate::db::models::provider_event::NewEvent;
pub use crate::db::models::subscription::Status;
use crate::plans::Period;
use stripe::Stripe;

/// A subscription as the provider has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    pub id: String,
    pub status: Status,
    pub period: Period,
    pub price_id: String,
    pub current_period_end: DateTime<Utc>,
    /// It ends with the period that is paid.
    pub is_ending: bool,
}

/// A page of the provider's that the user is sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub id: String,
    pub url: String,
}

/// Why the provider did not do what it was asked. The texts hold no secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It may help to ask again.
    #[error("the payment provider cannot be reached: {0}")]
    Unavailable(String),
    /// It will not, as things are.
    #[error("the payment provider refuses: {0}")]
    Refused(String),
    /// It failed before, and answers so whenever the same key comes: another key is needed.
    #[error("the payment provider keeps to a failure: {0}")]
    Spent(String),
    /// There is no such thing.
    #[error("the payment provider knows no {0}")]
    Missing(String),
    #[error("the payment provider's answer cannot be read: {0}")]
    Malformed(String),
    /// The sandbox's database.
    #[error("the sandbox failed: {0}")]
    Sandbox(String),
}

impl From<diesel::result::Error> for ProviderError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Sandbox(error.to_string())
    }
}

impl From<diesel_async::pooled_connection::bb8::RunError> for ProviderError {
    fn from(error: diesel_async::pooled_connection::bb8::RunError) -> Self {
        Self::Sandbox(error.to_string())
    }
}

/// Who takes the money.
#[derive(Debug)]
pub enum Provider {
    Stripe(Box<Stripe>),
    /// Nobody: the demo's own.
    Sandbox,
}

/// The kinds of events that matter: each may mean that a subscription has changed.
pub const EVENT_KINDS: [&str; 10] = [
    "checkout.session.completed",
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "customer.subscription.paused",
    "customer.subscription.resumed",
    "invoice.paid",
    "invoice.payment_failed",
    "invoice.payment_action_required",
    REFUNDED,
];
/// Of a charge that was given back, in part or in full.
pub const REFUNDED: &str = "charge.refunded";

impl Provider {
    /// Makes the provider that `config` names; returns none where nothing is sold.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn connect(config: &Config) -> anyhow::Result<Option<Self>> {
        if config.server.plans == Plans::Off {
            return Ok(None);
        }
        Ok(match config.payments.provider {
            None => None,
            Some(PaymentProvider::Sandbox) => Some(Self::Sandbox),
            Some(PaymentProvider::Stripe) => Some(Self::Stripe(Box::new(Stripe::new(
                &config.payments.stripe,
            )?))),
        })
    }

    /// Returns the name that is stored.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Stripe(_) => stripe::NAME,
            Self::Sandbox => sandbox::NAME,
        }
    }

    /// Returns the period that `wanted` names: `monthly` and `yearly`, and the provider's own ids
    /// of the two prices.
    pub fn period_of(&self, wanted: &str) -> Option<Period> {
        match (wanted, self) {
            ("monthly", _) => Some(Period::Month),
            ("yearly", _) => Some(Period::Year),
            (id, Self::Stripe(stripe)) => stripe.period_of(id),
            (_, Self::Sandbox) => None,
        }
    }

    /// Makes the customer, or finds the one that an earlier call with this row has made.
    async fn create_customer(
        &self,
        customer: &Customer,
        email: &str,
    ) -> Result<String, ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.create_customer(customer, email).await,
            Self::Sandbox => Ok(format!("sandbox_{}", customer.id.simple())),
        }
    }

    /// Opens the page where `customer` pays for `checkout`.
    async fn open_checkout(
        &self,
        context: &Context,
        customer: &Paying<'_>,
        checkout: &Checkout,
    ) -> Result<Page, ProviderError> {
        match self {
            Self::Stripe(stripe) => {
                stripe
                    .open_checkout(&context.config.server, customer, checkout)
                    .await
            }
            Self::Sandbox => sandbox::open_checkout(context, customer, checkout).await,
        }
    }

    /// Closes a page that `open_checkout` opened. False if it was paid before.
    async fn close_checkout(&self, context: &Context, id: &str) -> Result<bool, ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.close_checkout(id).await,
            Self::Sandbox => sandbox::close_checkout(context, id).await,
        }
    }

    /// Opens the page where cards and invoices are looked after.
    async fn open_portal(
        &self,
        context: &Context,
        customer: &Paying<'_>,
    ) -> Result<String, ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.open_portal(&context.config.server, customer).await,
            Self::Sandbox => sandbox::open_portal(context, customer).await,
        }
    }

    /// Lets the subscription end with the period that is paid, or takes that back. Requests with
    /// one `key` are one request.
    async fn set_ending(
        &self,
        context: &Context,
        subscription: &str,
        is_ending: bool,
        key: &str,
    ) -> Result<(), ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.set_ending(subscription, is_ending, key).await,
            Self::Sandbox => sandbox::set_ending(context, subscription, is_ending).await,
        }
    }

    /// Ends the subscription at once. One that has ended stays as it is.
    async fn end_now(&self, context: &Context, subscription: &str) -> Result<(), ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.end_now(subscription).await,
            Self::Sandbox => sandbox::end_now(context, subscription).await,
        }
    }

    /// Gives the newest payment of the subscription back, in full. False if there is none, or it
    /// was given back before.
    async fn refund(&self, context: &Context, subscription: &str) -> Result<bool, ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.refund(subscription).await,
            Self::Sandbox => sandbox::refund(context, subscription).await,
        }
    }

    /// All of the customer's, ended ones too.
    async fn subscriptions(
        &self,
        context: &Context,
        customer: &str,
    ) -> Result<Vec<Remote>, ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.subscriptions(customer).await,
            Self::Sandbox => sandbox::subscriptions(context, customer).await,
        }
    }

    /// The subscription that `charge` paid for, if it was given back in full.
    async fn refunded(
        &self,
        context: &Context,
        charge: &str,
    ) -> Result<Option<String>, ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.refunded(charge).await,
            Self::Sandbox => sandbox::refunded(context, charge).await,
        }
    }

    /// Events of [`EVENT_KINDS`] since `since`. The sandbox's are never missed: they are stored
    /// with what they report.
    async fn events(
        &self,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<Vec<NewEvent>, ProviderError> {
        match self {
            Self::Stripe(stripe) => stripe.events(since, now).await,
            Self::Sandbox => Ok(Vec::new()),
        }
    }
}

/// A customer whom the provider knows.
#[derive(Debug, Clone, Copy)]
struct Paying<'a> {
    user_id: uuid::Uuid,
    /// The provider's id.
    id: &'a str,
}

/// How far back a provider's list of events reaches.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(30);
