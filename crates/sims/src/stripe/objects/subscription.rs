use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, Price, shaped, whole_list};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Status {
    Incomplete,
    Active,
    PastDue,
    Canceled,
}

impl Status {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Incomplete => "incomplete",
            Self::Active => "active",
            Self::PastDue => "past_due",
            Self::Canceled => "canceled",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Subscription {
    pub(crate) id: String,
    pub(crate) item: String,
    pub(crate) created: i64,
    pub(crate) customer: String,
    pub(crate) payment_method: String,
    pub(crate) price: Price,
    pub(crate) status: Status,
    /// Number of periods begun so far. All are counted from `created`, so that the 31st stays the 31st.
    pub(crate) periods: u32,
    pub(crate) period_start: i64,
    pub(crate) period_end: i64,
    pub(crate) cancel_at_period_end: bool,
    pub(crate) cancel_at: Option<i64>,
    pub(crate) canceled_at: Option<i64>,
    pub(crate) ended_at: Option<i64>,
    pub(crate) cancel_reason: Option<Cow<'static, str>>,
    pub(crate) latest_invoice: Option<String>,
}

impl Subscription {
    pub(crate) fn has_ended(&self) -> bool {
        self.ended_at.is_some()
    }

    /// Returns the only item of the subscription. Since 2025-03-31.basil the period is a field of the
    /// item and no longer of the subscription.
    pub(crate) fn item(&self) -> Value {
        let varying = json!({
            "id": self.item,
            "created": self.created,
            "current_period_end": self.period_end,
            "current_period_start": self.period_start,
            "plan": self.price.plan(),
            "price": self.price.json(),
            "subscription": self.id,
        });
        shaped(include_str!("../../../shapes/stripe/subscription_item.json"), varying)
    }
}

impl Object for Subscription {
    const NAME: &'static str = "subscription";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let items = format!("/v1/subscription_items?subscription={}", self.id);
        let varying = json!({
            "id": self.id,
            "billing_cycle_anchor": self.created,
            "cancel_at": self.cancel_at,
            "cancel_at_period_end": self.cancel_at_period_end,
            "canceled_at": self.canceled_at,
            "cancellation_details": {
                "comment": null, "feedback": null, "reason": self.cancel_reason,
            },
            "created": self.created,
            "currency": self.price.currency,
            "customer": self.customer,
            "default_payment_method": self.payment_method,
            "ended_at": self.ended_at,
            "items": whole_list(&items, &[self.item()]),
            "latest_invoice": self.latest_invoice,
            "start_date": self.created,
            "status": self.status.name(),
        });
        shaped(include_str!("../../../shapes/stripe/subscription.json"), varying)
    }
}
