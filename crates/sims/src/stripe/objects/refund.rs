use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, shaped};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) charge: String,
    pub(crate) payment_intent: String,
    pub(crate) payment_method: String,
    pub(crate) customer: Option<String>,
    pub(crate) balance_transaction: String,
    pub(crate) reason: Option<String>,
}

impl Object for Refund {
    const NAME: &'static str = "refund";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let varying = json!({
            "id": self.id,
            "amount": self.amount,
            "balance_transaction": self.balance_transaction,
            "charge": self.charge,
            "created": self.created,
            "currency": self.currency,
            "customer": self.customer,
            "payment_intent": self.payment_intent,
            "payment_method": self.payment_method,
            "reason": self.reason,
        });
        shaped(include_str!("../../../shapes/stripe/refund.json"), varying)
    }
}
