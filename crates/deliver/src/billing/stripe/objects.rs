//! Stripe's objects, as far as they are read.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;

use super::{EVENT_KINDS, StripeError};
use db::models::billing_customer::PROVIDER;
use db::models::provider_event::NewEvent;
use db::models::subscription::Status;
use platform::plans::Period;

/// The longest id accepted; Stripe's own are not longer.
const MAX_ID_CHARS: usize = 255;

#[derive(Deserialize)]
pub(super) struct List<T> {
    pub data: Vec<T>,
    #[serde(default)]
    pub has_more: bool,
}

#[derive(Deserialize)]
pub(super) struct Created {
    pub id: String,
}

/// A checkout or portal session.
#[derive(Deserialize)]
pub(super) struct Session {
    pub id: String,
    /// `None` once a checkout is closed.
    pub url: Option<String>,
    /// The status of a checkout: `open`, `complete` or `expired`.
    pub status: Option<String>,
}

/// A subscription as Stripe reports it, in Harken's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::billing) struct Remote {
    pub id: String,
    pub status: Status,
    pub period: Period,
    pub price_id: String,
    pub current_period_end: DateTime<Utc>,
    /// Whether the subscription ends with the period that is paid.
    pub is_ending: bool,
}

#[derive(Deserialize)]
pub(super) struct Subscription {
    id: String,
    status: String,
    #[serde(default)]
    cancel_at_period_end: bool,
    /// Set with `cancel_at_period_end`, and by the portal without it.
    cancel_at: Option<i64>,
    items: List<Item>,
}

#[derive(Deserialize)]
struct Item {
    /// The end of the period; in the item instead of the subscription since 2025-03-31.
    current_period_end: i64,
    price: Price,
}

#[derive(Deserialize)]
struct Price {
    id: String,
    recurring: Option<Recurring>,
}

#[derive(Deserialize)]
struct Recurring {
    interval: String,
}

impl Subscription {
    pub(super) fn is_ending(&self) -> bool {
        self.cancel_at_period_end || self.cancel_at.is_some()
    }

    pub(super) fn read(&self) -> Result<Remote, StripeError> {
        let odd = |what: &str| StripeError::Malformed(format!("a subscription with {what}"));
        let status = self.status.parse().map_err(|_| odd("an unknown status"))?;
        let item = self.items.data.first().ok_or_else(|| odd("no item"))?;
        let interval = item.price.recurring.as_ref().map(|r| r.interval.as_str());
        let period = interval.and_then(|word| word.parse::<Period>().ok());
        let end = DateTime::from_timestamp(item.current_period_end, 0);
        Ok(Remote {
            id: self.id.clone(),
            status,
            period: period.ok_or_else(|| odd("another period than a month or a year"))?,
            price_id: item.price.id.clone(),
            current_period_end: end.ok_or_else(|| odd("an impossible time"))?,
            is_ending: self.is_ending(),
        })
    }
}

#[derive(Deserialize)]
pub(super) struct Charge {
    /// Whether the charge was refunded in full.
    pub refunded: bool,
    pub payment_intent: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Refund {
    pub status: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct InvoicePayment {
    pub invoice: String,
}

/// A paid invoice with its payments.
#[derive(Deserialize)]
pub(super) struct PaidInvoice {
    payments: Option<List<Paid>>,
}

#[derive(Deserialize)]
struct Paid {
    payment: Payment,
}

#[derive(Deserialize)]
struct Payment {
    payment_intent: Option<String>,
}

impl PaidInvoice {
    pub(super) fn payment_intent(self) -> Option<String> {
        let mut paid = self.payments?.data.into_iter();
        paid.find_map(|paid| paid.payment.payment_intent)
    }
}

#[derive(Deserialize)]
pub(super) struct Invoice {
    parent: Option<Parent>,
}

#[derive(Deserialize)]
struct Parent {
    subscription_details: Option<SubscriptionDetails>,
}

#[derive(Deserialize)]
struct SubscriptionDetails {
    subscription: Option<String>,
}

impl Invoice {
    /// Returns the subscription's id, from its position since 2025-03-31.
    pub(super) fn subscription(self) -> Option<String> {
        self.parent?.subscription_details?.subscription
    }
}

/// An event. Only the parts that determine what to ask for are read: its object may have the shape
/// of another version, and be older than what is known.
#[derive(Deserialize)]
pub(super) struct Event {
    pub id: String,
    #[serde(rename = "type")]
    kind: String,
    created: i64,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

impl Event {
    /// Returns the part of the event to store, or `None` if the event does not matter.
    pub(super) fn read(self, now: DateTime<Utc>) -> Option<NewEvent> {
        if !EVENT_KINDS.contains(&self.kind.as_str()) {
            return None;
        }
        let text = |name: &str| {
            let text = self.data.object[name].as_str()?;
            (text.len() <= MAX_ID_CHARS && !text.contains('\0')).then(|| text.to_owned())
        };
        let fits = (1..=MAX_ID_CHARS).contains(&self.id.len()) && !self.id.contains('\0');
        Some(NewEvent {
            provider: PROVIDER,
            customer: text("customer")?,
            object: text("id")?,
            id: fits.then_some(self.id)?,
            kind: self.kind,
            told_at: DateTime::from_timestamp(self.created, 0)?,
            received_at: now,
            due_at: now,
        })
    }
}

/// Reads the body of a webhook whose signature is valid. Returns `None` if it reports nothing that
/// matters.
///
/// # Errors
/// The body is not an event.
pub fn read_event(body: &[u8], now: DateTime<Utc>) -> Result<Option<NewEvent>, StripeError> {
    let event: Event = serde_json::from_slice(body)
        .map_err(|_| StripeError::Malformed("the body is no event".to_owned()))?;
    Ok(event.read(now))
}
