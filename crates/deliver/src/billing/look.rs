//! Asks Stripe for the state of a customer's subscriptions.
//!
//! Two look-ups of one customer may overtake each other. They are numbered when they begin, and the
//! answer of an earlier one is dropped when that of a later one is stored.

use diesel_async::AsyncConnection;

use super::apply::{Said, apply};
use super::{Stripe, StripeError};
use db::models::billing_customer::Customer;
use db::models::provider_event::ProviderEvent;
use platform::context::Context;

/// The reason why a look-up failed.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    #[error(transparent)]
    Stripe(#[from] StripeError),
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
    #[error(transparent)]
    Pool(#[from] db::NoConnection),
}

/// Asks Stripe for the customer's subscriptions and applies the answer, because of `cause`.
/// No connection is held while Stripe is asked.
pub(super) async fn look(
    context: &Context,
    stripe: &Stripe,
    customer: &Customer,
    cause: &str,
) -> Result<(), LookError> {
    look_for(context, stripe, customer, cause, None).await.map(drop)
}

/// Like [`look`], caused by `event`, which is marked as handled in the same transaction. Returns
/// false, and changes nothing, if another worker has claimed the event since.
pub(super) async fn look_because(
    context: &Context,
    stripe: &Stripe,
    customer: &Customer,
    event: &ProviderEvent,
) -> Result<bool, LookError> {
    look_for(context, stripe, customer, &event.id, Some(event)).await
}

async fn look_for(
    context: &Context,
    stripe: &Stripe,
    customer: &Customer,
    cause: &str,
    event: Option<&ProviderEvent>,
) -> Result<bool, LookError> {
    let number = Customer::begin(customer.id, &mut *context.conn().await?).await?;
    let subscriptions = match customer.provider_id.as_deref() {
        Some(id) => stripe.subscriptions(id).await?,
        None => Vec::new(),
    };
    let said = Said { customer, number, subscriptions: &subscriptions, cause };
    let said = &said;
    let mut conn = context.conn().await?;
    let applied = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            if let Some(event) = event
                && !event.finish(context.clock.now(), conn).await?
            {
                return Ok(false);
            }
            apply(context, said, conn).await?;
            Ok(true)
        })
        .await?;
    Ok(applied)
}
