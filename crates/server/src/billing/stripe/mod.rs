//! Stripe's API, as far as Harken needs it. Source: docs.stripe.com/api, in the version of
//! [`http::VERSION`].

mod http;
mod objects;
pub mod signature;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use self::http::Http;
pub use self::objects::read_event;
use self::objects::{
    Charge, Created, Invoice, InvoicePayment, List, PaidInvoice, Refund, Session, Subscription,
};
use super::{EVENT_KINDS, Page, Paying, ProviderError, Remote};
use crate::config::{ServerConfig, StripeConfig};
use crate::db::models::billing_customer::Customer;
use crate::db::models::checkout::Checkout;
use crate::db::models::provider_event::NewEvent;
use crate::plans::Period;

pub(super) const NAME: &str = "stripe";

/// The most that a list gives at once.
const PAGE_SIZE: &str = "100";
/// Events are read no further than this; what is left is read the next time.
const MOST_PAGES: usize = 100;

pub struct Stripe {
    http: Http,
    config: StripeConfig,
}

/// Never prints a key.
impl std::fmt::Debug for Stripe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stripe")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Stripe {
    /// Makes the provider of these settings.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &StripeConfig) -> anyhow::Result<Self> {
        Ok(Self {
            http: Http::new(config)?,
            config: config.clone(),
        })
    }

    pub(super) fn period_of(&self, price_id: &str) -> Option<Period> {
        [Period::Month, Period::Year]
            .into_iter()
            .find(|period| self.price_id(*period) == price_id)
    }

    fn price_id(&self, period: Period) -> &str {
        let id = match period {
            Period::Month => &self.config.monthly_price_id,
            Period::Year => &self.config.yearly_price_id,
        };
        id.as_deref().unwrap_or_default()
    }

    /// Returns the secret by which Stripe signs events.
    pub fn webhook_secret(&self) -> &str {
        self.config.webhook_secret.as_deref().unwrap_or_default()
    }

    pub(super) async fn create_customer(
        &self,
        customer: &Customer,
        email: &str,
    ) -> Result<String, ProviderError> {
        let user = customer
            .user_id
            .map(|id| id.to_string())
            .unwrap_or_default();
        let form = [("email", email), ("metadata[harken_user]", &user)];
        let key = format!("customer-{}", customer.id);
        let made: Created = self.http.post(&["customers"], &form, &key).await?;
        Ok(made.id)
    }

    pub(super) async fn open_checkout(
        &self,
        site: &ServerConfig,
        customer: &Paying<'_>,
        checkout: &Checkout,
    ) -> Result<Page, ProviderError> {
        let period = Period::parse(&checkout.period).unwrap_or(Period::Month);
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
        let session: Session = self
            .http
            .post(&["checkout", "sessions"], &form, &key)
            .await?;
        let url = session
            .url
            .ok_or_else(|| ProviderError::Malformed("a checkout without an address".to_owned()))?;
        Ok(Page {
            id: session.id,
            url,
        })
    }

    pub(super) async fn close_checkout(&self, id: &str) -> Result<bool, ProviderError> {
        let path = ["checkout", "sessions", id, "expire"];
        let closed: Result<Session, _> = self.http.post(&path, &[], &format!("expire-{id}")).await;
        match closed {
            Ok(_) | Err(ProviderError::Missing(_)) => Ok(true),
            // It is open no longer: was it paid?
            Err(ProviderError::Refused(_)) => {
                let session: Session = self.http.get(&["checkout", "sessions", id], &[]).await?;
                Ok(session.status.as_deref() != Some("complete"))
            }
            Err(error) => Err(error),
        }
    }

    pub(super) async fn open_portal(
        &self,
        site: &ServerConfig,
        customer: &Paying<'_>,
    ) -> Result<String, ProviderError> {
        let form = [
            ("customer", customer.id),
            ("return_url", &site.address_of("/subscription")),
        ];
        // Each visit is one of its own; only the tries of one call are the same request.
        let key = format!("portal-{}", Uuid::now_v7());
        let session: Session = self
            .http
            .post(&["billing_portal", "sessions"], &form, &key)
            .await?;
        session
            .url
            .ok_or_else(|| ProviderError::Malformed("a portal without an address".to_owned()))
    }

    pub(super) async fn set_ending(
        &self,
        id: &str,
        is_ending: bool,
        key: &str,
    ) -> Result<(), ProviderError> {
        let path = ["subscriptions", id];
        let wanted = if is_ending { "true" } else { "false" };
        let now: Subscription = self
            .http
            .post(&path, &[("cancel_at_period_end", wanted)], key)
            .await?;
        if !is_ending && now.is_ending() {
            // The portal may have set a date instead.
            let key = format!("{key}-date");
            let _: Subscription = self.http.post(&path, &[("cancel_at", "")], &key).await?;
        }
        Ok(())
    }

    pub(super) async fn end_now(&self, id: &str) -> Result<(), ProviderError> {
        match self
            .http
            .delete::<Subscription>(&["subscriptions", id])
            .await
        {
            // One that has ended is not found.
            Ok(_) | Err(ProviderError::Missing(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    pub(super) async fn refund(&self, subscription: &str) -> Result<bool, ProviderError> {
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
        if let Err(ProviderError::Spent(_)) = &made {
            // Nothing is given back twice in full, whatever the key.
            let key = format!("{key}-{}", Uuid::now_v7());
            made = self.http.post(&path, &form, &key).await;
        }
        match made {
            Ok(refund) => Ok(!matches!(
                refund.status.as_deref(),
                Some("failed" | "canceled")
            )),
            Err(ProviderError::Refused(why)) if why.contains("charge_already_refunded") => {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) async fn subscriptions(&self, customer: &str) -> Result<Vec<Remote>, ProviderError> {
        let query = [
            ("customer", customer),
            ("status", "all"),
            ("limit", PAGE_SIZE),
        ];
        let found: List<Subscription> = self.http.get(&["subscriptions"], &query).await?;
        found.data.iter().map(Subscription::read).collect()
    }

    pub(super) async fn refunded(&self, charge: &str) -> Result<Option<String>, ProviderError> {
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

    pub(super) async fn events(
        &self,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<Vec<NewEvent>, ProviderError> {
        let since = since.timestamp().to_string();
        let mut events = Vec::new();
        let mut last: Option<String> = None;
        for _ in 0..MOST_PAGES {
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
