use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Metadata, Object, Price, shaped, whole_list};

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
    /// Of the payable page; gone once the session is over.
    pub(crate) url: String,
    pub(crate) status: SessionStatus,
    pub(crate) price: Price,
    pub(crate) line_item: String,
    pub(crate) customer: Option<String>,
    /// The address that was passed in, for a customer that is yet to be made.
    pub(crate) customer_email: Option<String>,
    /// The address that is shown and that receipts go to.
    pub(crate) email: Option<String>,
    pub(crate) client_reference_id: Option<String>,
    pub(crate) success_url: String,
    pub(crate) cancel_url: Option<String>,
    pub(crate) locale: Option<String>,
    pub(crate) allow_promotion_codes: Option<bool>,
    pub(crate) billing_address_collection: Option<String>,
    pub(crate) metadata: Metadata,
    /// Becomes the subscription's.
    pub(crate) subscription_metadata: Metadata,
    pub(crate) subscription: Option<String>,
    pub(crate) invoice: Option<String>,
}

impl Object for CheckoutSession {
    const NAME: &'static str = "checkout session";

    fn id(&self) -> &str {
        &self.id
    }

    fn created(&self) -> i64 {
        self.created
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
            "allow_promotion_codes": self.allow_promotion_codes,
            "amount_subtotal": self.price.amount,
            "amount_total": self.price.amount,
            "billing_address_collection": self.billing_address_collection,
            "cancel_url": self.cancel_url,
            "client_reference_id": self.client_reference_id,
            "created": self.created,
            "currency": self.price.currency,
            "customer": self.customer,
            "customer_details": details,
            "customer_email": self.customer_email,
            "expires_at": self.expires_at,
            "invoice": self.invoice,
            "locale": self.locale,
            "metadata": self.metadata,
            "payment_status": payment_status,
            "status": self.status.name(),
            "subscription": self.subscription,
            "success_url": self.success_url,
            "url": url,
        });
        shaped(include_str!("../../shapes/checkout_session.json"), varying)
    }
}

impl CheckoutSession {
    /// What is bought, which only `expand` shows.
    pub(crate) fn line_items(&self) -> Value {
        let item = json!({
            "id": self.line_item,
            "object": "item",
            "adjustable_quantity": null,
            "amount_discount": 0,
            "amount_subtotal": self.price.amount,
            "amount_tax": 0,
            "amount_total": self.price.amount,
            "currency": self.price.currency,
            "description": "Pro",
            "metadata": {},
            "price": self.price.json(),
            "quantity": 1,
        });
        let url = format!("/v1/checkout/sessions/{}/line_items", self.id);
        whole_list(&url, &[item])
    }
}
