use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::error::ApiError;
use crate::form::{Params, merge};
use crate::objects::{Object, Status, Subscription};

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let (customer, price) = (params.filled("customer"), params.filled("price"));
    let status = params.filled("status");
    let own = ["customer", "price", "status"];
    page(
        "/v1/subscriptions",
        &account.subscriptions,
        params,
        &own,
        |subscription| {
            customer.is_none_or(|customer| subscription.customer == customer)
                && price.is_none_or(|price| subscription.price.id == price)
                && has_status(subscription, status)
        },
    )
}

fn has_status(subscription: &Subscription, wanted: Option<&str>) -> bool {
    match wanted {
        Some("all") => true,
        Some("ended") => subscription.has_ended(),
        Some(name) => subscription.status.name() == name,
        None => subscription.status != Status::Canceled,
    }
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.subscriptions.require(id, "id")?.json())
}

pub(super) fn update(account: &mut Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&["cancel_at", "cancel_at_period_end", "metadata[*]"])?;
    let subscription = account.subscriptions.require(id, "id")?;
    let period_end = subscription.period_end;
    let at_period_end = params.boolean("cancel_at_period_end")?;
    let at = params.text("cancel_at");
    if at.is_some() && at_period_end.is_some() {
        let message = "Either cancel_at or cancel_at_period_end can be given.";
        return Err(ApiError::invalid(message).param("cancel_at"));
    }
    if subscription.has_ended() && (at.is_some() || at_period_end.is_some()) {
        let message = "Of a subscription that has ended, only the metadata can be changed.";
        return Err(ApiError::invalid(message));
    }
    let was_at_period_end = subscription.cancel_at_period_end;
    match (at_period_end, at) {
        (Some(true), _) => account.cancel_at_period_end(id),
        // A date that `cancel_at` has set stays; only an empty `cancel_at` takes it away.
        (Some(false), _) if was_at_period_end => account.keep(id),
        (_, Some("")) => account.keep(id),
        (_, Some("min_period_end" | "max_period_end")) => account.cancel_at(id, period_end),
        (_, Some(_)) => {
            let at = params.integer("cancel_at")?.filter(|at| *at > account.now);
            let in_the_past =
                || ApiError::invalid("cancel_at lies in the past.").param("cancel_at");
            account.cancel_at(id, at.ok_or_else(in_the_past)?);
        }
        _ => {}
    }
    let metadata = params.metadata("metadata");
    account.change_subscription(id, |found| merge(&mut found.metadata, &metadata));
    Ok(account.subscriptions.require(id, "id")?.json())
}

/// Ends it now, and keeps the money.
pub(super) fn cancel(account: &mut Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&["invoice_now", "prorate"])?;
    if account.subscriptions.require(id, "id")?.has_ended() {
        return Err(ApiError::no_such(Subscription::NAME, id, "id"));
    }
    account.end(id, "cancellation_requested");
    Ok(account.subscriptions.require(id, "id")?.json())
}
