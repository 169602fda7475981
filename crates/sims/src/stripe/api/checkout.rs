use serde_json::Value;

use crate::stripe::account::Account;
use crate::stripe::billing::DAY;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::ids::fresh;
use crate::stripe::objects::{CheckoutSession, Object, SessionStatus};

/// The parameters of a hosted page for one subscription of a known customer.
const PARAMS: [&str; 7] = [
    "cancel_url",
    "client_reference_id",
    "customer",
    "line_items[][price]",
    "line_items[][quantity]",
    "mode",
    "success_url",
];

pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&PARAMS)?;
    if params.required("mode")? != "subscription" {
        let message = "The stand-in sells subscriptions only.";
        return Err(ApiError::invalid(message).param("mode"));
    }
    if params.integer("line_items[0][quantity]")? != Some(1) {
        return Err(ApiError::missing("line_items[0][quantity]"));
    }
    let price = params.required("line_items[0][price]")?;
    let price = account.prices.require(price, "line_items[0][price]")?;
    let customer = params.required("customer")?;
    let customer = account.customers.require(customer, "customer")?;
    let id = fresh("cs_test_a1", 56);
    let session = CheckoutSession {
        created: account.now,
        expires_at: account.now + DAY,
        url: format!("{}/c/pay/{id}", account.origin),
        id,
        status: SessionStatus::Open,
        price: price.clone(),
        customer: customer.id.clone(),
        email: customer.email.clone(),
        client_reference_id: params.filled("client_reference_id").map(str::to_owned),
        success_url: params.required("success_url")?.to_owned(),
        cancel_url: params.filled("cancel_url").map(str::to_owned),
        subscription: None,
        invoice: None,
    };
    let made = session.json();
    account.sessions.add(session);
    Ok(made)
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.sessions.require(id, "id")?.json())
}

pub(super) fn expire(account: &mut Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    account.sessions.require(id, "id")?;
    if account.expire_checkout(id).is_err() {
        return Err(ApiError::invalid("Only an open session can be expired."));
    }
    Ok(account.sessions.require(id, "id")?.json())
}
