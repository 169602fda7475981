use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, shaped};

/// An attempt to collect a payment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Charge {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) amount: i64,
    pub(crate) amount_refunded: i64,
    pub(crate) currency: String,
    pub(crate) customer: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) payment_intent: String,
    pub(crate) payment_method: String,
    pub(crate) balance_transaction: String,
    pub(crate) declined: bool,
}

impl Object for Charge {
    const NAME: &'static str = "charge";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let paid = !self.declined;
        let outcome = json!({
            "advice_code": null,
            "network_advice_code": null,
            "network_decline_code": self.declined.then_some("05"),
            "network_status": if paid { "approved_by_network" } else { "declined_by_network" },
            "reason": self.declined.then_some("generic_decline"),
            "risk_level": "normal",
            "seller_message": if paid { "Payment complete." } else { "The bank declined." },
            "type": if paid { "authorized" } else { "issuer_declined" },
        });
        let mut card: Value =
            serde_json::from_str(include_str!("../../../shapes/stripe/card.json"))
                .expect("the shape files are part of this program");
        card["amount_authorized"] = json!(paid.then_some(self.amount));
        let varying = json!({
            "id": self.id,
            "amount": self.amount,
            "amount_captured": if paid { self.amount } else { 0 },
            "amount_refunded": self.amount_refunded,
            "balance_transaction": paid.then_some(&self.balance_transaction),
            "billing_details": {
                "address": null, "email": self.email, "name": null, "phone": null, "tax_id": null,
            },
            "captured": paid,
            "created": self.created,
            "currency": self.currency,
            "customer": self.customer,
            "description": "Subscription",
            "failure_code": self.declined.then_some("card_declined"),
            "failure_message": self.declined.then_some("The card was declined."),
            "outcome": outcome,
            "paid": paid,
            "payment_intent": self.payment_intent,
            "payment_method": self.payment_method,
            "payment_method_details": { "card": card, "type": "card" },
            "refunded": paid && self.amount_refunded == self.amount,
            "status": if paid { "succeeded" } else { "failed" },
        });
        shaped(include_str!("../../../shapes/stripe/charge.json"), varying)
    }
}
