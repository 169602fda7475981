use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, Price, shaped};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SessionStatus {
    Open,
    Complete,
    Expired,
}

impl SessionStatus {
    fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Complete => "complete",
            Self::Expired => "expired",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct CheckoutSession {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) expires_at: i64,
    /// The URL of the payment page, which is gone once the session is over.
    pub(crate) url: String,
    pub(crate) status: SessionStatus,
    pub(crate) price: Price,
    pub(crate) customer: String,
    /// The email address that is shown and that receipts are sent to.
    pub(crate) email: Option<String>,
    pub(crate) client_reference_id: Option<String>,
    pub(crate) success_url: String,
    pub(crate) cancel_url: Option<String>,
    pub(crate) subscription: Option<String>,
    pub(crate) invoice: Option<String>,
}

impl Object for CheckoutSession {
    const NAME: &'static str = "checkout session";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let details = self.email.as_ref().map(|email| {
            json!({
                "address": null, "business_name": null, "email": email, "individual_name": null,
                "name": null, "phone": null, "tax_exempt": "none", "tax_ids": null,
            })
        });
        let payment_status = match self.status {
            SessionStatus::Complete => "paid",
            SessionStatus::Open | SessionStatus::Expired => "unpaid",
        };
        let url = (self.status == SessionStatus::Open).then_some(&self.url);
        let varying = json!({
            "id": self.id,
            "amount_subtotal": self.price.amount,
            "amount_total": self.price.amount,
            "cancel_url": self.cancel_url,
            "client_reference_id": self.client_reference_id,
            "created": self.created,
            "currency": self.price.currency,
            "customer": self.customer,
            "customer_details": details,
            "expires_at": self.expires_at,
            "invoice": self.invoice,
            "payment_status": payment_status,
            "status": self.status.name(),
            "subscription": self.subscription,
            "success_url": self.success_url,
            "url": url,
        });
        shaped(include_str!("../../../shapes/stripe/checkout_session.json"), varying)
    }
}
