//! The changes that a user and the operator may make to a subscription.

use uuid::Uuid;

use super::look::{LookError, look};
use super::{Stripe, StripeError};
use db::models::billing_customer::Customer;
use db::models::subscription::Subscription;
use platform::context::Context;

/// The value of [`Subscription::updated_by`] after a user's own change.
const BY_USER: &str = "user";

/// Returns the live subscriptions of a user; usually one.
async fn live(
    context: &Context,
    user_id: Uuid,
) -> Result<Option<(Customer, Vec<Subscription>)>, LookError> {
    let mut conn = context.conn().await?;
    let Some(customer) = Customer::find(user_id, &mut conn).await? else {
        return Ok(None);
    };
    let mut rows = Subscription::of_customer(customer.id, &mut conn).await?;
    rows.retain(Subscription::is_live);
    Ok((!rows.is_empty()).then_some((customer, rows)))
}

/// Lets the user's subscription end with the period that is paid, or reverts that. Asks Stripe only
/// if something changes. Returns false if the user has no subscription.
///
/// # Errors
/// Stripe did not answer, or the database failed.
pub async fn set_ending(
    context: &Context,
    stripe: &Stripe,
    user_id: Uuid,
    is_ending: bool,
) -> Result<bool, LookError> {
    let Some((customer, rows)) = live(context, user_id).await? else {
        return Ok(false);
    };
    for row in rows.iter().filter(|row| row.cancel_at_period_end != is_ending) {
        let what = if is_ending { "cancel" } else { "reactivate" };
        let key = format!("{what}-{}-{}", row.id, row.version);
        let asked = stripe.set_ending(&row.provider_id, is_ending, &key);
        let asked = asked.await;
        if let Err(StripeError::Spent(_)) = &asked {
            // The next attempt is another request.
            Subscription::renew_key(row.id, &mut *context.conn().await?).await?;
        }
        asked?;
    }
    look(context, stripe, &customer, BY_USER).await?;
    Ok(true)
}

/// Refunds the user's last payment, as was approved, and ends Pro at once. Returns false if there
/// was nothing to refund.
///
/// # Errors
/// Stripe did not answer, or the database failed.
pub async fn refund(context: &Context, stripe: &Stripe, user_id: Uuid) -> Result<bool, LookError> {
    let Some((customer, rows)) = live(context, user_id).await? else {
        return Ok(false);
    };
    let mut refunded = false;
    for row in rows {
        if stripe.refund(&row.provider_id).await? {
            stripe.end_now(&row.provider_id).await?;
            refunded = true;
        }
    }
    look(context, stripe, &customer, "refund").await?;
    Ok(refunded)
}
