//! The job that processes what Stripe reported, and asks it for what it may not have reported.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;
use futures::FutureExt;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::look::{LookError, look, look_because};
use super::stripe::{EVENTS_KEPT, REFUNDED, Stripe, StripeError};
use db::listen::{BILLING, listen};
use db::models::billing_customer::{Customer, PROVIDER};
use db::models::checkout::Checkout;
use db::models::provider_event::{NewEvent, ProviderEvent};
use db::models::subscription::Subscription;
use platform::context::Context;

/// The duration of a claim: several calls to Stripe fit in, each with its retries.
const LEASE: TimeDelta = TimeDelta::minutes(5);
/// Events that one process works on at once.
const WORKERS: usize = 4;
/// Waits after a failure: the first, doubled each time, and the longest.
const FIRST_WAIT_SECONDS: i64 = 5;
const MAX_WAIT: TimeDelta = TimeDelta::hours(1);
/// The interval at which Stripe's list of events is compared with what was received.
const COMPARE_EVERY: TimeDelta = TimeDelta::minutes(10);
/// The part of the last range that is compared again: events appear in the list a little after
/// their time.
const OVERLAP: TimeDelta = TimeDelta::hours(1);
/// Customers that are looked up in one go, and the wait after a look-up that failed.
const LOOKS: i64 = 20;
const LOOK_AGAIN: TimeDelta = TimeDelta::minutes(15);
/// The longest sleep between looks for work.
const MAX_SLEEP: Duration = Duration::from_secs(30);
const MIN_SLEEP: Duration = Duration::from_millis(50);
const REASON_LENGTH: usize = 300;

/// Runs until `stop`, woken by events and by time.
pub async fn run(context: Context, stripe: Arc<Stripe>, stop: CancellationToken) {
    let wake = Arc::new(Notify::new());
    let waker = wake.clone();
    let (database, until) = (context.database.clone(), stop.clone());
    let listener = tokio::spawn(async move {
        listen(&database, BILLING, until, |_| waker.notify_one()).await;
    });
    while !stop.is_cancelled() {
        let went = AssertUnwindSafe(work(&context, &stripe, &stop)).catch_unwind().await;
        let sleep = match went {
            Ok(Ok(sleep)) => sleep,
            Ok(Err(error)) => {
                tracing::error!(error = %format!("{error:#}"), "the work on payments failed");
                MAX_SLEEP
            }
            Err(_) => {
                tracing::error!("the work on payments panicked");
                MAX_SLEEP
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = wake.notified() => {}
            () = tokio::time::sleep(sleep) => {}
        }
    }
    if let Err(error) = listener.await {
        tracing::error!(%error, "the listener for payments ended badly");
    }
}

/// Does all the work there is, and returns when there may be more.
async fn work(
    context: &Context,
    stripe: &Stripe,
    stop: &CancellationToken,
) -> anyhow::Result<Duration> {
    // Recovered events wake the worker; events that arrived need not wait for them.
    let (reconciled, drained) =
        futures::join!(reconcile(context, stripe), drain_until(context, stripe, stop));
    reconciled?;
    drained?;
    let next = ProviderEvent::next_due(&mut *context.conn().await?).await?;
    let until =
        next.map_or(MAX_SLEEP, |at| (at - context.clock.now()).to_std().unwrap_or_default());
    Ok(until.clamp(MIN_SLEEP, MAX_SLEEP))
}

/// Processes the events that are due until none is left, and returns how many there were.
///
/// # Errors
/// The database failed.
pub async fn drain(context: &Context, stripe: &Stripe) -> anyhow::Result<usize> {
    drain_until(context, stripe, &CancellationToken::new()).await
}

/// Like [`drain`]; after `stop` only the event in hand is finished.
async fn drain_until(
    context: &Context,
    stripe: &Stripe,
    stop: &CancellationToken,
) -> anyhow::Result<usize> {
    let workers = (0..WORKERS).map(|_| async {
        let mut worked = 0;
        while !stop.is_cancelled() && drain_one(context, stripe).await? {
            worked += 1;
        }
        anyhow::Ok(worked)
    });
    let worked = futures::future::try_join_all(workers).await?;
    Ok(worked.into_iter().sum())
}

async fn drain_one(context: &Context, stripe: &Stripe) -> anyhow::Result<bool> {
    let now = context.clock.now();
    let claimed = {
        let mut conn = context.conn().await?;
        ProviderEvent::claim(LEASE, now, &mut conn).await?
    };
    let Some(event) = claimed else {
        return Ok(false);
    };
    match handle(context, stripe, &event).await {
        Ok(()) => tracing::info!(id = event.id, kind = event.kind, "a payment event was handled"),
        Err(error) => {
            let reason = error.to_string();
            tracing::warn!(
                id = event.id,
                kind = event.kind,
                attempt = event.attempts,
                reason,
                "a payment event is put off"
            );
            let reason: String = reason.chars().take(REASON_LENGTH).collect();
            let until = context.clock.now() + wait_after(event.attempts);
            event.put_off(until, &reason, &mut *context.conn().await?).await?;
        }
    }
    Ok(true)
}

fn wait_after(attempts: i32) -> TimeDelta {
    let doubled = u32::try_from(attempts - 1).unwrap_or(0).min(20);
    TimeDelta::seconds(FIRST_WAIT_SECONDS << doubled).min(MAX_WAIT)
}

async fn handle(
    context: &Context,
    stripe: &Stripe,
    event: &ProviderEvent,
) -> Result<(), LookError> {
    let known = {
        let mut conn = context.conn().await?;
        let known = Customer::known_as(&event.customer, &mut conn).await?;
        if known.is_none() {
            // The event is about something else that the same account sells.
            event.finish(context.clock.now(), &mut conn).await?;
        }
        known
    };
    let Some(customer) = known else { return Ok(()) };
    if event.kind == REFUNDED {
        end_what_was_refunded(stripe, event).await?;
    }
    if !look_because(context, stripe, &customer, event).await? {
        tracing::warn!(id = event.id, "another worker took the event over");
    }
    Ok(())
}

/// Ends Pro at once after an approved refund; a partial refund does not end it.
async fn end_what_was_refunded(stripe: &Stripe, event: &ProviderEvent) -> Result<(), StripeError> {
    let subscription = match stripe.refunded(&event.object).await {
        // It cannot become known later.
        Err(StripeError::Missing(_)) => None,
        other => other?,
    };
    match subscription {
        Some(id) => stripe.end_now(&id).await,
        None => Ok(()),
    }
}

/// Recovers events that were never received, and looks up customers that are due.
///
/// # Errors
/// The database failed. A failure of Stripe is no error: it is asked again.
pub async fn reconcile(context: &Context, stripe: &Stripe) -> anyhow::Result<()> {
    if let Some(since) = take_comparison(context).await? {
        let now = context.clock.now();
        match stripe.events(since, now).await {
            Ok(events) => {
                let mut conn = context.conn().await?;
                let mut missed = 0;
                for some in events.chunks(1_000) {
                    missed += NewEvent::enqueue(some, &mut conn).await?;
                }
                keep_comparison(now, &mut conn).await?;
                if missed > 0 {
                    tracing::warn!(missed, "payment events had not been received");
                }
            }
            Err(error) => tracing::warn!(%error, "could not compare payment events"),
        }
    }
    look_overdue(context, stripe).await
}

#[derive(QueryableByName)]
struct Since {
    #[diesel(sql_type = Timestamptz)]
    events_until: DateTime<Utc>,
}

/// Returns the time since which to compare events, if a comparison is due; of several processes
/// only one gets it.
async fn take_comparison(context: &Context) -> anyhow::Result<Option<DateTime<Utc>>> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    diesel::sql_query(
        "INSERT INTO provider_cursors (provider, events_until, look_at) VALUES ($1, $2, $2) \
         ON CONFLICT DO NOTHING",
    )
    .bind::<Text, _>(PROVIDER)
    .bind::<Timestamptz, _>(now)
    .execute(&mut conn)
    .await?;
    let taken: Option<Since> = diesel::sql_query(
        "UPDATE provider_cursors SET look_at = $3 WHERE provider = $1 AND look_at <= $2 \
         RETURNING events_until",
    )
    .bind::<Text, _>(PROVIDER)
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + COMPARE_EVERY)
    .get_result(&mut conn)
    .await
    .optional()?;
    Ok(taken.map(|taken| (taken.events_until - OVERLAP).max(now - EVENTS_KEPT)))
}

async fn keep_comparison(until: DateTime<Utc>, conn: &mut db::Conn) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE provider_cursors SET events_until = greatest(events_until, $2) WHERE provider = $1",
    )
    .bind::<Text, _>(PROVIDER)
    .bind::<Timestamptz, _>(until)
    .execute(conn)
    .await?;
    Ok(())
}

async fn look_overdue(context: &Context, stripe: &Stripe) -> anyhow::Result<()> {
    loop {
        let now = context.clock.now();
        let overdue = {
            let mut conn = context.conn().await?;
            Customer::take_overdue(LOOKS, now, now + LOOK_AGAIN, &mut conn).await?
        };
        for customer in &overdue {
            let looked = match customer.user_id {
                Some(_) => look(context, stripe, customer, "reconcile").await,
                None => end_all(context, stripe, customer).await,
            };
            if let Err(error) = looked {
                tracing::warn!(customer = %customer.id, %error, "could not look a customer up");
            }
        }
        if overdue.len() < LOOKS as usize {
            return Ok(());
        }
    }
}

/// Ends all subscriptions of a deleted account: nothing more is charged, and nothing about it is
/// kept.
async fn end_all(context: &Context, stripe: &Stripe, customer: &Customer) -> Result<(), LookError> {
    let open = Checkout::present(customer.id, &mut *context.conn().await?).await?;
    if let Some(id) = open.and_then(|open| open.provider_id) {
        stripe.close_checkout(&id).await?;
    }
    look(context, stripe, customer, "reconcile").await?;
    let rows = Subscription::of_customer(customer.id, &mut *context.conn().await?).await?;
    for row in rows.iter().filter(|row| !row.status.is_over()) {
        stripe.end_now(&row.provider_id).await?;
    }
    Customer::delete(customer.id, &mut *context.conn().await?).await?;
    Ok(())
}
