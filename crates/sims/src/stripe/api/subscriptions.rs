use serde_json::Value;

use super::list::page;
use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::objects::{Object, Status, Subscription};

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let customer = params.filled("customer");
    let all = match params.filled("status") {
        None => false,
        Some("all") => true,
        Some(_) => return Err(ApiError::invalid("status can be all.").param("status")),
    };
    let own = ["customer", "status"];
    page("/v1/subscriptions", &account.subscriptions, params, &own, |subscription| {
        customer.is_none_or(|customer| subscription.customer == customer)
            && (all || subscription.status != Status::Canceled)
    })
}

pub(super) fn update(account: &mut Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&["cancel_at", "cancel_at_period_end"])?;
    let subscription = account.subscriptions.require(id, "id")?;
    let at_period_end = params.boolean("cancel_at_period_end")?;
    let at = params.text("cancel_at");
    if at.is_some() && at_period_end.is_some() {
        let message = "Either cancel_at or cancel_at_period_end can be given.";
        return Err(ApiError::invalid(message).param("cancel_at"));
    }
    if at.is_some_and(|at| !at.is_empty()) {
        let message = "The stand-in only takes a cancel_at away.";
        return Err(ApiError::invalid(message).param("cancel_at"));
    }
    if subscription.has_ended() {
        let message = "A subscription that has ended cannot be changed.";
        return Err(ApiError::invalid(message));
    }
    let was_at_period_end = subscription.cancel_at_period_end;
    match at_period_end {
        Some(true) => account.cancel_at_period_end(id),
        // A date that the portal has set stays; only an empty `cancel_at` removes it.
        Some(false) if was_at_period_end => account.keep(id),
        None if at.is_some() => account.keep(id),
        _ => {}
    }
    Ok(account.subscriptions.require(id, "id")?.json())
}

/// Ends the subscription now, without a refund.
pub(super) fn cancel(account: &mut Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    if account.subscriptions.require(id, "id")?.has_ended() {
        return Err(ApiError::no_such(Subscription::NAME, id, "id"));
    }
    account.end(id, "cancellation_requested");
    Ok(account.subscriptions.require(id, "id")?.json())
}
