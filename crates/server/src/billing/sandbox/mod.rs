//! The demo's own provider: it charges nobody. Its state is in the database, its time is the
//! context's clock, and what it tells goes the way of Stripe's events.

pub mod visit;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::{Page, Paying, ProviderError, REFUNDED, Remote, Status};
use crate::context::Context;
use crate::db::Conn;
use crate::db::models::checkout::Checkout;
use crate::db::models::provider_event::NewEvent;
use crate::db::models::sandbox::{SandboxInvoice, SandboxSession, SandboxSubscription};
use crate::db::schema::{sandbox_invoices, sandbox_sessions};
use crate::plans::pro_price;
use crate::secrets::{hash_token, random_token};

pub(super) const NAME: &str = "sandbox";

/// A page stays open so long.
const SESSION: TimeDelta = TimeDelta::hours(24);

pub(super) async fn open_checkout(
    context: &Context,
    customer: &Paying<'_>,
    checkout: &Checkout,
) -> Result<Page, ProviderError> {
    let token = open_session(context, customer, Some(checkout.period.clone())).await?;
    let path = format!("/sandbox/checkout?session={token}");
    Ok(Page {
        // The token itself is stored nowhere.
        id: URL_SAFE_NO_PAD.encode(hash_token(&token)),
        url: context.config.server.address_of(&path),
    })
}

pub(super) async fn open_portal(
    context: &Context,
    customer: &Paying<'_>,
) -> Result<String, ProviderError> {
    let token = open_session(context, customer, None).await?;
    let path = format!("/sandbox/portal?session={token}");
    Ok(context.config.server.address_of(&path))
}

async fn open_session(
    context: &Context,
    customer: &Paying<'_>,
    period: Option<String>,
) -> Result<String, ProviderError> {
    let token = random_token().map_err(|e| ProviderError::Sandbox(e.to_string()))?;
    let row = SandboxSession {
        token_hash: hash_token(&token),
        user_id: customer.user_id,
        customer: customer.id.to_owned(),
        period,
        expires_at: context.clock.now() + SESSION,
        finished_at: None,
    };
    diesel::insert_into(sandbox_sessions::table)
        .values(&row)
        .execute(&mut *context.conn().await?)
        .await?;
    Ok(token)
}

pub(super) async fn close_checkout(context: &Context, id: &str) -> Result<bool, ProviderError> {
    let hash = URL_SAFE_NO_PAD.decode(id).unwrap_or_default();
    let mut conn = context.conn().await?;
    // Whoever pays at this moment holds the row.
    let closed = diesel::delete(sandbox_sessions::table.find(&hash))
        .filter(sandbox_sessions::finished_at.is_null())
        .execute(&mut conn)
        .await?;
    let is_paid = closed == 0 && {
        let left = sandbox_sessions::table.find(&hash).count();
        left.get_result::<i64>(&mut conn).await? > 0
    };
    Ok(!is_paid)
}

/// What can be done to a subscription.
#[derive(Clone, Copy)]
enum Change {
    Ending(bool),
    End,
}

pub(super) async fn set_ending(
    context: &Context,
    id: &str,
    is_ending: bool,
) -> Result<(), ProviderError> {
    change(context, id, Change::Ending(is_ending)).await
}

pub(super) async fn end_now(context: &Context, id: &str) -> Result<(), ProviderError> {
    change(context, id, Change::End).await
}

/// Changes a subscription, and tells it in the same transaction. One that has ended stays as it is.
async fn change(context: &Context, id: &str, change: Change) -> Result<(), ProviderError> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    conn.transaction::<_, ProviderError, _>(async move |conn| {
        let row = SandboxSubscription::lock(id, conn).await?;
        let Some(mut row) = row.filter(SandboxSubscription::is_active) else {
            return Ok(());
        };
        let kind = match change {
            Change::Ending(is_ending) => {
                row.cancel_at_period_end = is_ending;
                "customer.subscription.updated"
            }
            Change::End => {
                "canceled".clone_into(&mut row.status);
                "customer.subscription.deleted"
            }
        };
        row.save(conn).await?;
        tell(kind, &row.customer, &row.id, now, conn).await?;
        Ok(())
    })
    .await
}

pub(super) async fn refund(context: &Context, subscription: &str) -> Result<bool, ProviderError> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    conn.transaction::<_, ProviderError, _>(async move |conn| {
        let Some(row) = SandboxSubscription::lock(subscription, conn).await? else {
            return Ok(false);
        };
        let invoices = SandboxInvoice::of_customer(&row.customer, conn).await?;
        let newest = invoices.into_iter().find(|i| i.subscription_id == row.id);
        let Some(invoice) = newest.filter(|i| i.refunded_at.is_none()) else {
            return Ok(false);
        };
        diesel::update(sandbox_invoices::table.find(&invoice.id))
            .set(sandbox_invoices::refunded_at.eq(now))
            .execute(conn)
            .await?;
        tell(REFUNDED, &row.customer, &invoice.id, now, conn).await?;
        Ok(true)
    })
    .await
}

pub(super) async fn refunded(
    context: &Context,
    invoice: &str,
) -> Result<Option<String>, ProviderError> {
    let found: Option<String> = sandbox_invoices::table
        .find(invoice)
        .filter(sandbox_invoices::refunded_at.is_not_null())
        .select(sandbox_invoices::subscription_id)
        .first(&mut *context.conn().await?)
        .await
        .optional()?;
    Ok(found)
}

pub(super) async fn subscriptions(
    context: &Context,
    customer: &str,
) -> Result<Vec<Remote>, ProviderError> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    conn.transaction::<_, ProviderError, _>(async move |conn| {
        let rows = up_to_date(customer, now, conn).await?;
        Ok(rows.iter().map(remote).collect())
    })
    .await
}

fn remote(row: &SandboxSubscription) -> Remote {
    Remote {
        id: row.id.clone(),
        status: match row.is_active() {
            true => Status::Active,
            false => Status::Canceled,
        },
        period: row.period(),
        price_id: format!("sandbox_{}", row.period),
        current_period_end: row.current_period_end,
        is_ending: row.cancel_at_period_end,
    }
}

/// The customer's subscriptions, the newest first, after what time has brought: periods that are
/// over were paid again, or the subscription has ended.
async fn up_to_date(
    customer: &str,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<SandboxSubscription>> {
    let mut rows = SandboxSubscription::lock_all(customer, conn).await?;
    for row in &mut rows {
        let mut changed = false;
        while row.is_active() && row.current_period_end <= now {
            changed = true;
            if row.cancel_at_period_end {
                "canceled".clone_into(&mut row.status);
            } else {
                let paid_at = row.current_period_end;
                row.current_period_end = row.period().after(paid_at);
                charge(row, paid_at, conn).await?;
            }
        }
        if changed {
            row.save(conn).await?;
        }
    }
    Ok(rows)
}

/// What stands for a payment.
async fn charge(
    subscription: &SandboxSubscription,
    paid_at: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let price = pro_price(subscription.period());
    let row = SandboxInvoice {
        id: new_id("invoice"),
        subscription_id: subscription.id.clone(),
        amount_minor: i32::try_from(price.amount_minor).unwrap_or(i32::MAX),
        currency: price.currency.to_owned(),
        paid_at,
        refunded_at: None,
    };
    diesel::insert_into(sandbox_invoices::table)
        .values(&row)
        .execute(conn)
        .await?;
    Ok(())
}

fn new_id(what: &str) -> String {
    format!("sandbox_{what}_{}", Uuid::now_v7().simple())
}

/// Tells of a change, in its transaction.
async fn tell(
    kind: &str,
    customer: &str,
    object: &str,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let event = NewEvent {
        provider: NAME,
        id: new_id("event"),
        kind: kind.to_owned(),
        customer: customer.to_owned(),
        object: object.to_owned(),
        told_at: now,
        received_at: now,
        due_at: now,
    };
    NewEvent::enqueue(&[event], conn).await?;
    Ok(())
}
