//! Derives a user's plan from what Stripe says, in this one place.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Status;
use super::stripe::Remote;
use db::Conn;
use db::models::billing_customer::Customer;
use db::models::checkout::Checkout;
use db::models::notification::Notification;
use db::models::outbox::{Kind, NewMessage};
use db::models::subscription::Subscription;
use db::schema::{subscriptions, users, watches};
use platform::config::Plans;
use platform::context::Context;
use platform::plans::{Capabilities, Plan};

/// Intervals between look-ups of a customer from whom nothing is received: with a subscription and
/// without.
const LOOK_LIVE: TimeDelta = TimeDelta::hours(24);
const LOOK_ENDED: TimeDelta = TimeDelta::days(30);
/// The delay after the end of a period, which Stripe does not process at once.
const AFTER_PERIOD: TimeDelta = TimeDelta::minutes(5);

/// Stripe's answer to look-up `number` of `customer`.
pub(super) struct Said<'a> {
    pub customer: &'a Customer,
    pub number: i64,
    pub subscriptions: &'a [Remote],
    /// The reason for the look-up.
    pub cause: &'a str,
}

/// Stores what Stripe said and derives the user's plan from it. Must be called inside a
/// transaction. An answer that is older than a stored one changes nothing.
pub(super) async fn apply(context: &Context, said: &Said<'_>, conn: &mut Conn) -> QueryResult<()> {
    let now = context.clock.now();
    let Said { customer, number, .. } = *said;
    // Lock the user's row first, as everything that changes watches does.
    let user = match customer.user_id {
        Some(id) => lock_user(id, conn).await?,
        None => None,
    };
    if !Customer::apply(customer.id, number, conn).await? {
        return Ok(());
    }
    let known = Subscription::of_customer(customer.id, conn).await?;
    for remote in said.subscriptions {
        let known = known.iter().find(|row| row.provider_id == remote.id);
        let row = store(said, remote, known, now, conn).await?;
        let was_live = known.is_some_and(Subscription::is_live);
        if let Some(user) = &user
            && row.is_live()
            && !was_live
        {
            let mail = NewMessage::mail(Kind::Upgraded, user.id, row.id, now);
            NewMessage::enqueue(&[mail], conn).await?;
            Checkout::close(customer.id, now, conn).await?;
        }
    }
    let live = said.subscriptions.iter().filter(|s| s.status.is_live());
    let ends = live.map(|s| s.current_period_end).max();
    let next = ends.map_or(now + LOOK_ENDED, |end| {
        (end + AFTER_PERIOD).clamp(now + AFTER_PERIOD, now + LOOK_LIVE)
    });
    Customer::look_again(customer.id, next, conn).await?;
    match user {
        Some(user) => derive_plan(&user, context.config.server.plans, now, conn).await,
        None => Ok(()),
    }
}

/// The user's present plan and status, against which a new plan is compared.
struct Present {
    id: Uuid,
    plan: Plan,
    status: Status,
}

async fn lock_user(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Present>> {
    let row: Option<(Plan, Status)> = users::table
        .find(id)
        .select((users::plan, users::subscription_status))
        .for_no_key_update()
        .first(conn)
        .await
        .optional()?;
    Ok(row.map(|(plan, status)| Present { id, plan, status }))
}

async fn store(
    said: &Said<'_>,
    remote: &Remote,
    known: Option<&Subscription>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Subscription> {
    let row = Subscription {
        id: known.map_or_else(Uuid::now_v7, |row| row.id),
        customer_id: said.customer.id,
        provider_id: remote.id.clone(),
        plan: Plan::Pro,
        status: remote.status,
        period: remote.period,
        price_id: remote.price_id.clone(),
        current_period_end: remote.current_period_end,
        cancel_at_period_end: remote.is_ending,
        version: known.map_or(1, |row| row.version),
        updated_by: known.map_or_else(|| said.cause.to_owned(), |row| row.updated_by.clone()),
        created_at: known.map_or(now, |row| row.created_at),
        updated_at: known.map_or(now, |row| row.updated_at),
    };
    match known {
        None => {
            diesel::insert_into(subscriptions::table).values(&row).execute(conn).await?;
            Ok(row)
        }
        Some(known) if *known == row => Ok(row),
        Some(_) => {
            let changed = Subscription {
                version: row.version + 1,
                updated_by: said.cause.to_owned(),
                updated_at: now,
                ..row
            };
            diesel::update(subscriptions::table.find(changed.id))
                .set(&changed)
                .execute(conn)
                .await?;
            Ok(changed)
        }
    }
}

/// Sets the plan to Pro while a subscription is live, else to Free.
async fn derive_plan(
    user: &Present,
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let live = Subscription::live_of_user(user.id, conn).await?;
    let (plan, status) = match &live {
        Some(live) => (Plan::Pro, live.status),
        None => (Plan::Free, Status::Active),
    };
    if user.plan == plan && user.status == status {
        return Ok(());
    }
    diesel::update(users::table.find(user.id))
        .set((
            users::plan.eq(plan),
            users::subscription_status.eq(status),
            users::updated_at.eq(now),
        ))
        .execute(conn)
        .await?;
    tracing::info!(user = %user.id, plan = plan.as_str(), status = status.as_str(), "the plan changed");
    match Capabilities::of(plan, plans).keywords {
        Some(most) => rest_watches(user.id, most, now, conn).await,
        None => Ok(()),
    }
}

/// Switches off the watches beyond the `most` oldest. None is deleted, and none is switched on
/// again automatically.
async fn rest_watches(
    user_id: Uuid,
    most: u32,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let oldest: Vec<Uuid> = watches::table
        .filter(watches::user_id.eq(user_id))
        .order((watches::created_at, watches::id))
        .limit(most.into())
        .select(watches::id)
        .load(conn)
        .await?;
    // Take the lock, as wherever several watches of a user change.
    Notification::take_places(user_id, 0, conn).await?;
    diesel::update(watches::table)
        .filter(watches::user_id.eq(user_id))
        .filter(watches::is_active)
        .filter(watches::id.ne_all(oldest))
        .set((watches::is_active.eq(false), watches::updated_at.eq(now)))
        .execute(conn)
        .await?;
    Ok(())
}
