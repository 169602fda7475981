//! Stripe's API, as far as Harken needs it. Source: docs.stripe.com/api, in the version of
//! [`http::VERSION`].

mod error;
mod http;
mod objects;
pub mod signature;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

pub use self::error::StripeError;
use self::http::Http;
pub(super) use self::objects::Remote;
pub use self::objects::read_event;
use self::objects::{
    Charge, Created, Invoice, InvoicePayment, List, PaidInvoice, Refund, Session, Subscription,
};
use db::models::billing_customer::Customer;
use db::models::checkout::Checkout;
use db::models::provider_event::NewEvent;
use platform::config::{Config, PaymentProvider, Plans, ServerConfig, StripeConfig};
use platform::plans::Period;

/// The kinds of events that matter: each may mean that a subscription has changed.
const EVENT_KINDS: [&str; 10] = [
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
/// The kind of event that reports a refunded charge, in part or in full.
pub(super) const REFUNDED: &str = "charge.refunded";
/// The time that Stripe's list of events reaches back.
pub(super) const EVENTS_KEPT: TimeDelta = TimeDelta::days(30);

/// The most entries that a list returns at once.
const PAGE_SIZE: &str = "100";
/// The most pages of events that are read at once; the rest is read the next time.
const MAX_PAGES: usize = 100;

/// A page at Stripe to which the user is sent.
pub(super) struct Page {
    pub id: String,
    pub url: String,
}

/// A customer known to Stripe.
#[derive(Clone, Copy)]
pub(super) struct Paying<'a> {
    pub user_id: Uuid,
    /// Stripe's id.
    pub id: &'a str,
}

/// The account at Stripe that takes the money.
pub struct Stripe {
    http: Http,
    config: StripeConfig,
}

/// Never prints a key.
impl std::fmt::Debug for Stripe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stripe").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Stripe {
    /// Connects to the account that `config` names; returns `None` where nothing is sold.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn connect(config: &Config) -> anyhow::Result<Option<Self>> {
        if config.server.plans == Plans::Off {
            return Ok(None);
        }
        let Some(PaymentProvider::Stripe) = config.payments.provider else {
            return Ok(None);
        };
        let config = &config.payments.stripe;
        Ok(Some(Self { http: Http::new(config)?, config: config.clone() }))
    }

    /// Returns the period that `wanted` names: `monthly`, `yearly`, or Stripe's own id of one of the
    /// two prices.
    pub fn period_of(&self, wanted: &str) -> Option<Period> {
        match wanted {
            "monthly" => Some(Period::Month),
            "yearly" => Some(Period::Year),
            id => [Period::Month, Period::Year]
                .into_iter()
                .find(|period| self.price_id(*period) == id),
        }
    }

    fn price_id(&self, period: Period) -> &str {
        let id = match period {
            Period::Month => &self.config.monthly_price_id,
            Period::Year => &self.config.yearly_price_id,
        };
        id.as_deref().unwrap_or_default()
    }

    /// Returns the secret with which Stripe signs events.
    pub fn webhook_secret(&self) -> &str {
        self.config.webhook_secret.as_deref().unwrap_or_default()
    }

    /// Creates the customer, or finds the one that an earlier call with this row created.
    pub(super) async fn create_customer(
        &self,
        customer: &Customer,
        email: &str,
    ) -> Result<String, StripeError> {
        let user = customer.user_id.map(|id| id.to_string()).unwrap_or_default();
        let form = [("email", email), ("metadata[harken_user]", &user)];
        let key = format!("customer-{}", customer.id);
        let made: Created = self.http.post(&["customers"], &form, &key).await?;
        Ok(made.id)
    }

    /// Opens the page where `customer` pays for `checkout`.
    pub(super) async fn open_checkout(
        &self,
        site: &ServerConfig,
        customer: &Paying<'_>,
        checkout: &Checkout,
    ) -> Result<Page, StripeError> {
        let period = checkout.period;
        let back = site.address_of("/subscription/success?session_id={CHECKOUT_SESSION_ID}");
        let form = [
            ("mode", "subscription"),
            ("customer", customer.id),
            ("client_reference_id", &customer.user_id.to_string()),
            ("line_items[0][price]", self.price_id(period)),
            ("line_items[0][quantity]", "1"),
            ("success_url", &back),
            ("cancel_url", &site.address_of("/subscription/cancel")),
        ];
        let key = format!("checkout-{}", checkout.id);
        let session: Session = self.http.post(&["checkout", "sessions"], &form, &key).await?;
        let url = session
            .url
            .ok_or_else(|| StripeError::Malformed("a checkout without an address".to_owned()))?;
        Ok(Page { id: session.id, url })
    }

    /// Closes a page that `open_checkout` opened. Returns false if it was paid before.
    pub(super) async fn close_checkout(&self, id: &str) -> Result<bool, StripeError> {
        let path = ["checkout", "sessions", id, "expire"];
        let closed: Result<Session, _> = self.http.post(&path, &[], &format!("expire-{id}")).await;
        match closed {
            Ok(_) | Err(StripeError::Missing(_)) => Ok(true),
            // The page is no longer open. Was it paid?
            Err(StripeError::Refused(_)) => {
                let session: Session = self.http.get(&["checkout", "sessions", id], &[]).await?;
                Ok(session.status.as_deref() != Some("complete"))
            }
            Err(error) => Err(error),
        }
    }

    /// Opens the page where cards and invoices are managed.
    pub(super) async fn open_portal(
        &self,
        site: &ServerConfig,
        customer: &Paying<'_>,
    ) -> Result<String, StripeError> {
        let form = [("customer", customer.id), ("return_url", &site.address_of("/subscription"))];
        // Each visit is a request of its own; only the attempts of one call share a key.
        let key = format!("portal-{}", Uuid::now_v7());
        let session: Session = self.http.post(&["billing_portal", "sessions"], &form, &key).await?;
        session.url.ok_or_else(|| StripeError::Malformed("a portal without an address".to_owned()))
    }

    /// Lets the subscription end with the period that is paid, or reverts that. Requests with the
    /// same `key` count as one.
    pub(super) async fn set_ending(
        &self,
        id: &str,
        is_ending: bool,
        key: &str,
    ) -> Result<(), StripeError> {
        let path = ["subscriptions", id];
        let wanted = if is_ending { "true" } else { "false" };
        let now: Subscription =
            self.http.post(&path, &[("cancel_at_period_end", wanted)], key).await?;
        if !is_ending && now.is_ending() {
            // The portal may have set a date instead.
            let key = format!("{key}-date");
            let _: Subscription = self.http.post(&path, &[("cancel_at", "")], &key).await?;
        }
        Ok(())
    }

    /// Ends the subscription at once. An ended subscription stays as it is.
    pub(super) async fn end_now(&self, id: &str) -> Result<(), StripeError> {
        match self.http.delete::<Subscription>(&["subscriptions", id]).await {
            // An ended subscription is not found.
            Ok(_) | Err(StripeError::Missing(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Refunds the newest payment of the subscription in full. Returns false if there is none, or
    /// if it was refunded before.
    pub(super) async fn refund(&self, subscription: &str) -> Result<bool, StripeError> {
        let query = [
            ("subscription", subscription),
            ("status", "paid"),
            ("limit", "1"),
            ("expand[]", "data.payments"),
        ];
        let invoices: List<PaidInvoice> = self.http.get(&["invoices"], &query).await?;
        let newest = invoices.data.into_iter().next();
        let Some(payment) = newest.and_then(PaidInvoice::payment_intent) else {
            return Ok(false);
        };
        let form = [("payment_intent", payment.as_str())];
        let path = ["refunds"];
        let key = format!("refund-{payment}");
        let mut made: Result<Refund, _> = self.http.post(&path, &form, &key).await;
        if let Err(StripeError::Spent(_)) = &made {
            // Stripe refunds nothing twice in full, whatever the key.
            let key = format!("{key}-{}", Uuid::now_v7());
            made = self.http.post(&path, &form, &key).await;
        }
        match made {
            Ok(refund) => Ok(!matches!(refund.status.as_deref(), Some("failed" | "canceled"))),
            Err(StripeError::Refused(why)) if why.contains("charge_already_refunded") => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns all subscriptions of the customer, including ended ones.
    pub(super) async fn subscriptions(&self, customer: &str) -> Result<Vec<Remote>, StripeError> {
        let query = [("customer", customer), ("status", "all"), ("limit", PAGE_SIZE)];
        let found: List<Subscription> = self.http.get(&["subscriptions"], &query).await?;
        found.data.iter().map(Subscription::read).collect()
    }

    /// Returns the subscription that `charge` paid for, if the charge was refunded in full.
    pub(super) async fn refunded(&self, charge: &str) -> Result<Option<String>, StripeError> {
        let charge: Charge = self.http.get(&["charges", charge], &[]).await?;
        let (true, Some(payment)) = (charge.refunded, charge.payment_intent) else {
            return Ok(None);
        };
        // Since 2025-03-31 a charge no longer names its invoice.
        let query = [
            ("payment[type]", "payment_intent"),
            ("payment[payment_intent]", &payment),
            ("limit", "1"),
        ];
        let paid: List<InvoicePayment> = self.http.get(&["invoice_payments"], &query).await?;
        let Some(paid) = paid.data.into_iter().next() else {
            return Ok(None);
        };
        let invoice: Invoice = self.http.get(&["invoices", &paid.invoice], &[]).await?;
        Ok(invoice.subscription())
    }

    /// Returns the events of [`EVENT_KINDS`] since `since`.
    pub(super) async fn events(
        &self,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<Vec<NewEvent>, StripeError> {
        let since = since.timestamp().to_string();
        let mut events = Vec::new();
        let mut last: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let mut query = vec![("created[gte]", since.as_str()), ("limit", PAGE_SIZE)];
            query.extend(EVENT_KINDS.map(|kind| ("types[]", kind)));
            query.extend(last.as_deref().map(|id| ("starting_after", id)));
            let page: List<objects::Event> = self.http.get(&["events"], &query).await?;
            last = page.data.last().map(|event| event.id.clone());
            events.extend(page.data.into_iter().filter_map(|event| event.read(now)));
            if !page.has_more || last.is_none() {
                break;
            }
        }
        Ok(events)
    }
}
