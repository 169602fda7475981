use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::billing::DAY;
use crate::error::ApiError;
use crate::form::{Params, merge};
use crate::ids::fresh;
use crate::objects::{CheckoutSession, Metadata, Object, SessionStatus};

/// Those of Stripe's parameters that a hosted page for one subscription can mean something with.
const PARAMS: [&str; 16] = [
    "allow_promotion_codes",
    "billing_address_collection",
    "cancel_url",
    "client_reference_id",
    "customer",
    "customer_email",
    "expires_at",
    "line_items[][price]",
    "line_items[][quantity]",
    "locale",
    "metadata[*]",
    "mode",
    "payment_method_collection",
    "subscription_data[metadata][*]",
    "success_url",
    "ui_mode",
];
/// A session may end from half an hour to a day after it began.
const SHORTEST: i64 = 30 * 60;

pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&PARAMS)?;
    if params.required("mode")? != "subscription" {
        let message = "The stand-in sells subscriptions only.";
        return Err(ApiError::invalid(message).param("mode"));
    }
    if params
        .filled("ui_mode")
        .is_some_and(|mode| mode != "hosted_page")
    {
        let message = "The stand-in has a hosted page only.";
        return Err(ApiError::invalid(message).param("ui_mode"));
    }
    if params.integer("line_items[0][quantity]")? != Some(1) {
        return Err(ApiError::missing("line_items[0][quantity]"));
    }
    let price = params.required("line_items[0][price]")?;
    let price = account.prices.require(price, "line_items[0][price]")?;
    let id = fresh("cs_test_a1", 56);
    let mut session = CheckoutSession {
        created: account.now,
        expires_at: expires_at(params, account.now)?,
        url: format!("{}/c/pay/{id}", account.origin),
        id,
        status: SessionStatus::Open,
        price: price.clone(),
        line_item: fresh("li_1", 23),
        customer: None,
        customer_email: None,
        email: None,
        client_reference_id: params.filled("client_reference_id").map(str::to_owned),
        success_url: params.required("success_url")?.to_owned(),
        cancel_url: params.filled("cancel_url").map(str::to_owned),
        locale: params.filled("locale").map(str::to_owned),
        allow_promotion_codes: params.boolean("allow_promotion_codes")?,
        billing_address_collection: params
            .filled("billing_address_collection")
            .map(str::to_owned),
        metadata: Metadata::new(),
        subscription_metadata: Metadata::new(),
        subscription: None,
        invoice: None,
    };
    set_customer(account, params, &mut session)?;
    merge(&mut session.metadata, &params.metadata("metadata"));
    let given = params.metadata("subscription_data[metadata]");
    merge(&mut session.subscription_metadata, &given);
    let made = session.json();
    account.sessions.add(session);
    Ok(made)
}

fn expires_at(params: &Params, now: i64) -> Result<i64, ApiError> {
    let at = params.integer("expires_at")?.unwrap_or(now + DAY);
    if !(now + SHORTEST..=now + DAY).contains(&at) {
        let message = "A session ends from half an hour to a day after it began.";
        return Err(ApiError::invalid(message).param("expires_at"));
    }
    Ok(at)
}

fn set_customer(
    account: &Account,
    params: &Params,
    session: &mut CheckoutSession,
) -> Result<(), ApiError> {
    let email = params.filled("customer_email").map(str::to_owned);
    match (params.filled("customer"), &email) {
        (Some(_), Some(_)) => {
            let message = "Either customer or customer_email can be given.";
            return Err(ApiError::invalid(message).param("customer_email"));
        }
        (Some(customer), None) => {
            let customer = account.customers.require(customer, "customer")?;
            session.customer = Some(customer.id.clone());
            session.email.clone_from(&customer.email);
        }
        (None, _) => {
            session.customer_email.clone_from(&email);
            session.email = email;
        }
    }
    Ok(())
}

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let (customer, subscription) = (params.filled("customer"), params.filled("subscription"));
    let own = ["customer", "subscription"];
    page(
        "/v1/checkout/sessions",
        &account.sessions,
        params,
        &own,
        |session| {
            (customer.is_none() || session.customer.as_deref() == customer)
                && (subscription.is_none() || session.subscription.as_deref() == subscription)
        },
    )
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
