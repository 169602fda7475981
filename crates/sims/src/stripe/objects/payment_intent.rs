use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, shaped};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PaymentIntent {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) customer: Option<String>,
    pub(crate) payment_method: String,
    pub(crate) secret: String,
    pub(crate) succeeded: bool,
    /// The last attempt.
    pub(crate) charge: Option<String>,
}

impl Object for PaymentIntent {
    const NAME: &'static str = "payment_intent";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let failed = !self.succeeded && self.charge.is_some();
        let error = failed.then(|| {
            json!({
                "type": "card_error", "code": "card_declined", "decline_code": "generic_decline",
                "message": "The card was declined.", "charge": self.charge,
            })
        });
        let varying = json!({
            "id": self.id,
            "amount": self.amount,
            "amount_received": if self.succeeded { self.amount } else { 0 },
            "client_secret": format!("{}_secret_{}", self.id, self.secret),
            "created": self.created,
            "currency": self.currency,
            "customer": self.customer,
            "description": "Subscription creation",
            "last_payment_error": error,
            "latest_charge": self.charge,
            "payment_method": self.succeeded.then_some(&self.payment_method),
            "status": if self.succeeded { "succeeded" } else { "requires_payment_method" },
        });
        shaped(include_str!("../../../shapes/stripe/payment_intent.json"), varying)
    }
}
