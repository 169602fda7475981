use axum::http::StatusCode;
use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::{InvoiceStatus, Object, whole_list};

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let (customer, subscription) = (params.filled("customer"), params.filled("subscription"));
    let status = params.filled("status");
    let own = ["customer", "status", "subscription"];
    page("/v1/invoices", &account.invoices, params, &own, |invoice| {
        customer.is_none_or(|customer| invoice.customer == customer)
            && subscription.is_none_or(|subscription| invoice.subscription == subscription)
            && status.is_none_or(|status| invoice.status.name() == status)
    })
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.invoices.require(id, "id")?.json())
}

/// Tries the payment once more.
pub(super) fn pay(account: &mut Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    let invoice = account.invoices.require(id, "id")?;
    if invoice.status != InvoiceStatus::Open {
        return Err(ApiError::invalid("Only an open invoice can be paid."));
    }
    if !account.try_payment(id) {
        let declined = ApiError::new(
            StatusCode::PAYMENT_REQUIRED,
            "card_error",
            "The card was declined.",
        );
        return Err(declined
            .code("card_declined")
            .decline_code("generic_decline"));
    }
    Ok(account.invoices.require(id, "id")?.json())
}

/// The ways from invoices to payment intents, by either end.
pub(super) fn list_payments(account: &Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&[
        "invoice",
        "limit",
        "payment[payment_intent]",
        "payment[type]",
        "status",
    ])?;
    let (invoice, status) = (params.filled("invoice"), params.filled("status"));
    let intent = params.filled("payment[payment_intent]");
    let invoices = account.invoices.newest_first();
    let fitting = invoices.filter(|it| {
        invoice.is_none_or(|id| it.id == id)
            && (intent.is_none() || it.payment_intent.as_deref() == intent)
    });
    let payments = fitting.flat_map(|invoice| invoice.payments());
    let payments = payments.filter(|payment| status.is_none_or(|name| payment["status"] == name));
    let payments: Vec<_> = payments.collect();
    Ok(whole_list("/v1/invoice_payments", &payments))
}
