//! Opens Stripe's pages for users.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::look::{LookError, look};
use super::stripe::{Paying, Stripe, StripeError};
use db::Conn;
use db::models::billing_customer::Customer;
use db::models::checkout::Checkout;
use db::models::subscription::Subscription;
use db::schema::users;
use platform::context::Context;
use platform::plans::{Period, Plan};

/// The reason why no page can be opened.
#[derive(Debug, thiserror::Error)]
pub enum NoPage {
    #[error("the user has Pro")]
    Subscribed,
    #[error("the user has bought nothing")]
    NotSubscribed,
    #[error(transparent)]
    Look(#[from] LookError),
}

impl From<StripeError> for NoPage {
    fn from(error: StripeError) -> Self {
        Self::Look(error.into())
    }
}

impl From<diesel::result::Error> for NoPage {
    fn from(error: diesel::result::Error) -> Self {
        Self::Look(error.into())
    }
}

impl From<db::NoConnection> for NoPage {
    fn from(error: db::NoConnection) -> Self {
        Self::Look(error.into())
    }
}

/// An order, stored before Stripe is asked.
struct Order {
    customer: Customer,
    email: String,
    checkout: Checkout,
    /// Another checkout, open until now.
    replaced: Option<Checkout>,
}

/// Opens the page where the user pays for Pro, and returns its address. A repeated call returns the
/// same page; a call for another period first closes the page of the former one.
///
/// # Errors
/// The user has Pro, or Stripe does not answer.
pub async fn open(
    context: &Context,
    stripe: &Stripe,
    user_id: Uuid,
    period: Period,
) -> Result<String, NoPage> {
    let order = {
        let mut conn = context.conn().await?;
        conn.transaction::<_, NoPage, _>(async move |conn| {
            write_order(context, user_id, period, conn).await
        })
        .await?
    };
    let id = known_id(context, stripe, &order.customer, &order.email).await?;
    if let Some(old) = order.replaced.and_then(|old| old.provider_id)
        && !stripe.close_checkout(&old).await?
    {
        // The checkout is paid, but its event has not arrived yet.
        look(context, stripe, &order.customer, "checkout").await?;
        return Err(NoPage::Subscribed);
    }
    let paying = Paying { user_id, id: &id };
    let page = stripe.open_checkout(&context.config.server, &paying, &order.checkout).await;
    let mut conn = context.conn().await?;
    if let Err(StripeError::Spent(_)) = &page {
        // The next attempt is another request.
        Checkout::close(order.customer.id, context.clock.now(), &mut conn).await?;
    }
    let page = page?;
    Checkout::set_provider_id(order.checkout.id, &page.id, &mut conn).await?;
    Ok(page.url)
}

async fn write_order(
    context: &Context,
    user_id: Uuid,
    period: Period,
    conn: &mut Conn,
) -> Result<Order, NoPage> {
    let now = context.clock.now();
    let (email, plan): (String, Plan) = users::table
        .find(user_id)
        .select((users::email, users::plan))
        .for_no_key_update()
        .first(conn)
        .await?;
    let live = Subscription::live_of_user(user_id, conn).await?;
    if plan == Plan::Pro || live.is_some() {
        return Err(NoPage::Subscribed);
    }
    let customer = Customer::of_user(user_id, now, conn).await?;
    let (checkout, replaced) = Checkout::open(customer.id, period, now, conn).await?;
    Ok(Order { customer, email, checkout, replaced })
}

/// Returns Stripe's id of the customer, who is created there if necessary.
async fn known_id(
    context: &Context,
    stripe: &Stripe,
    customer: &Customer,
    email: &str,
) -> Result<String, LookError> {
    if let Some(id) = &customer.provider_id {
        return Ok(id.clone());
    }
    let made = stripe.create_customer(customer, email).await;
    let mut conn = context.conn().await?;
    if let Err(StripeError::Spent(_)) = &made {
        // The next attempt is another request, with another row.
        Customer::delete_unknown(customer.id, &mut conn).await?;
    }
    let id = made?;
    Customer::set_provider_id(customer.id, &id, &mut conn).await?;
    Ok(id)
}

/// Opens the page where the user manages cards and invoices, and returns its address.
///
/// # Errors
/// The user has never bought anything, or Stripe does not answer.
pub async fn open_portal(
    context: &Context,
    stripe: &Stripe,
    user_id: Uuid,
) -> Result<String, NoPage> {
    let customer = Customer::find(user_id, &mut *context.conn().await?).await?;
    let id = customer.and_then(|customer| customer.provider_id);
    let id = id.ok_or(NoPage::NotSubscribed)?;
    let paying = Paying { user_id, id: &id };
    Ok(stripe.open_portal(&context.config.server, &paying).await?)
}
