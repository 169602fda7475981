//! What a user does on the sandbox's pages. Each page is behind a token of its own, for its user
//! only.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::super::{EVENT_KINDS, ProviderError};
use super::{charge, end_now, new_id, refund, set_ending, tell, up_to_date};
use crate::context::Context;
use crate::db::models::sandbox::{SandboxInvoice, SandboxSession, SandboxSubscription};
use crate::db::schema::{sandbox_sessions, sandbox_subscriptions};
use crate::plans::Period;

/// How a payment went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payment {
    Done,
    /// The page is closed, or was never the user's.
    NoPage,
    /// The customer has a subscription already.
    AlreadyPaid,
}

/// What the portal does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    Cancel,
    Reactivate,
    Refund,
}

/// What the portal shows.
#[derive(Debug)]
pub struct Account {
    /// The newest, ended or not.
    pub subscription: SandboxSubscription,
    /// The newest first.
    pub invoices: Vec<SandboxInvoice>,
}

/// What the checkout behind `token` is for, while it can be paid.
///
/// # Errors
/// The database failed.
pub async fn checkout(
    context: &Context,
    token: &str,
    user_id: Uuid,
) -> Result<Option<Period>, ProviderError> {
    let mut conn = context.conn().await?;
    let session = SandboxSession::lock(token, user_id, context.clock.now(), &mut conn).await?;
    Ok(session.and_then(|session| session.period()))
}

/// Pays. Done twice, or in two tabs, it makes one subscription.
///
/// # Errors
/// The database failed.
pub async fn pay(context: &Context, token: &str, user_id: Uuid) -> Result<Payment, ProviderError> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    conn.transaction::<_, ProviderError, _>(async move |conn| {
        let session = SandboxSession::lock(token, user_id, now, conn).await?;
        let Some((session, period)) = session.and_then(|s| s.period().map(|p| (s, p))) else {
            return Ok(Payment::NoPage);
        };
        let present = up_to_date(&session.customer, now, conn).await?;
        if present.iter().any(SandboxSubscription::is_active) {
            return Ok(Payment::AlreadyPaid);
        }
        let row = SandboxSubscription {
            id: new_id("subscription"),
            customer: session.customer,
            status: "active".to_owned(),
            period: period.as_str().to_owned(),
            current_period_end: period.after(now),
            cancel_at_period_end: false,
            created_at: now,
        };
        // Of two sessions that pay at once, the constraint lets one.
        let made = diesel::insert_into(sandbox_subscriptions::table)
            .values(&row)
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        if made == 0 {
            return Ok(Payment::AlreadyPaid);
        }
        charge(&row, now, conn).await?;
        diesel::update(sandbox_sessions::table.find(&session.token_hash))
            .set(sandbox_sessions::finished_at.eq(now))
            .execute(conn)
            .await?;
        // As a real provider does, in no order that could be relied on.
        for kind in EVENT_KINDS.iter().take(2) {
            tell(kind, &row.customer, &row.id, now, conn).await?;
        }
        Ok(Payment::Done)
    })
    .await
}

/// The account behind the portal's `token`; none if there is no such page, or nothing was ever
/// bought.
///
/// # Errors
/// The database failed.
pub async fn account(
    context: &Context,
    token: &str,
    user_id: Uuid,
) -> Result<Option<Account>, ProviderError> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    conn.transaction::<_, ProviderError, _>(async move |conn| {
        let session = SandboxSession::lock(token, user_id, now, conn).await?;
        let Some(session) = session.filter(|session| session.period.is_none()) else {
            return Ok(None);
        };
        let rows = up_to_date(&session.customer, now, conn).await?;
        let Some(subscription) = rows.into_iter().next() else {
            return Ok(None);
        };
        let invoices = SandboxInvoice::of_customer(&session.customer, conn).await?;
        Ok(Some(Account {
            subscription,
            invoices,
        }))
    })
    .await
}

/// Does what the user wants with `account`. A refund is approved at once, which ends Pro.
///
/// # Errors
/// The database failed.
pub async fn act(context: &Context, account: &Account, wish: Wish) -> Result<(), ProviderError> {
    let id = &account.subscription.id;
    match wish {
        Wish::Cancel => set_ending(context, id, true).await,
        Wish::Reactivate => set_ending(context, id, false).await,
        Wish::Refund => {
            if refund(context, id).await? {
                end_now(context, id).await?;
            }
            Ok(())
        }
    }
}
