use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::invoice_line::line;
use super::{Object, Price, shaped, whole_list};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum InvoiceStatus {
    Draft,
    Open,
    Paid,
}

impl InvoiceStatus {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Open => "open",
            Self::Paid => "paid",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Invoice {
    pub(crate) id: String,
    pub(crate) line: String,
    pub(crate) created: i64,
    pub(crate) number: String,
    pub(crate) customer: String,
    pub(crate) email: Option<String>,
    pub(crate) subscription: String,
    pub(crate) subscription_item: String,
    /// `subscription_create` or `subscription_cycle`.
    pub(crate) reason: Cow<'static, str>,
    pub(crate) price: Price,
    pub(crate) status: InvoiceStatus,
    /// The period that the invoice is for.
    pub(crate) period: (i64, i64),
    pub(crate) attempts: u32,
    pub(crate) next_attempt: Option<i64>,
    pub(crate) finalized_at: Option<i64>,
    pub(crate) paid_at: Option<i64>,
    /// The payment of the invoice, once it is finalized.
    pub(crate) payment: String,
    pub(crate) payment_intent: Option<String>,
}

impl Object for Invoice {
    const NAME: &'static str = "invoice";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let paid = self.amount_paid();
        let number = (self.status != InvoiceStatus::Draft).then_some(&self.number);
        let varying = json!({
            "id": self.id,
            "amount_due": self.price.amount,
            "amount_paid": paid,
            "amount_remaining": self.price.amount - paid,
            "attempt_count": self.attempts,
            "attempted": self.attempts > 0,
            "auto_advance": self.next_attempt.is_some(),
            "billing_reason": self.reason,
            "created": self.created,
            "currency": self.price.currency,
            "customer": self.customer,
            "customer_email": self.email,
            "customer_name": null,
            "effective_at": self.finalized_at,
            "lines": whole_list(&format!("/v1/invoices/{}/lines", self.id), &[line(self)]),
            "next_payment_attempt": self.next_attempt,
            "number": number,
            "parent": {
                "quote_details": null,
                "subscription_details": {
                    "metadata": {}, "subscription": self.subscription,
                },
                "type": "subscription_details",
            },
            // For an invoice paid in advance, this is the moment of billing.
            "period_end": self.period.0,
            "period_start": self.period.0,
            "status": self.status.name(),
            "status_transitions": {
                "finalized_at": self.finalized_at,
                "marked_uncollectible_at": null,
                "paid_at": self.paid_at,
                "voided_at": null,
            },
            "subtotal": self.price.amount,
            "subtotal_excluding_tax": self.price.amount,
            "total": self.price.amount,
            "total_excluding_tax": self.price.amount,
        });
        shaped(include_str!("../../../shapes/stripe/invoice.json"), varying)
    }
}

impl Invoice {
    fn amount_paid(&self) -> i64 {
        match self.status {
            InvoiceStatus::Paid => self.price.amount,
            _ => 0,
        }
    }

    /// Returns the payments of the invoice: an `invoice_payment`, which is the only link between an
    /// invoice and its payment intent since 2025-03-31.basil.
    pub(crate) fn payments(&self) -> Vec<Value> {
        let Some(intent) = &self.payment_intent else {
            return Vec::new();
        };
        let paid = self.status == InvoiceStatus::Paid;
        vec![json!({
            "id": self.payment,
            "object": "invoice_payment",
            "amount_paid": paid.then_some(self.price.amount),
            "amount_requested": self.price.amount,
            "created": self.created,
            "currency": self.price.currency,
            "invoice": self.id,
            "is_default": true,
            "livemode": false,
            "payment": { "payment_intent": intent, "type": "payment_intent" },
            "status": if paid { "paid" } else { "open" },
            "status_transitions": { "canceled_at": null, "paid_at": self.paid_at },
        })]
    }
}
