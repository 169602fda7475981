use serde_json::Value;

use super::list::page;
use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::objects::{Object, whole_list};

/// The path that expands the payments of listed invoices.
const PAYMENTS: &str = "data.payments";

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let (subscription, status) = (params.filled("subscription"), params.filled("status"));
    let own = ["expand[]", "status", "subscription"];
    let mut list = page("/v1/invoices", &account.invoices, params, &own, |invoice| {
        subscription.is_none_or(|subscription| invoice.subscription == subscription)
            && status.is_none_or(|status| invoice.status.name() == status)
    })?;
    for path in params.list("expand") {
        if path != PAYMENTS {
            return Err(ApiError::invalid(format!("{path} cannot be expanded.")));
        }
        for shown in list["data"].as_array_mut().into_iter().flatten() {
            let id = shown["id"].as_str().unwrap_or_default();
            let invoice = account.invoices.require(id, "id")?;
            shown["payments"] = whole_list("/v1/invoice_payments", &invoice.payments());
        }
    }
    Ok(list)
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.invoices.require(id, "id")?.json())
}

/// Lists the invoice payments of a payment intent, which lead to the invoice that it pays.
pub(super) fn list_payments(account: &Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&["limit", "payment[payment_intent]", "payment[type]"])?;
    let intent = params.required("payment[payment_intent]")?;
    let invoices = account.invoices.newest_first();
    let paid = invoices.filter(|it| it.payment_intent.as_deref() == Some(intent));
    let payments: Vec<_> = paid.flat_map(|invoice| invoice.payments()).collect();
    Ok(whole_list("/v1/invoice_payments", &payments))
}
