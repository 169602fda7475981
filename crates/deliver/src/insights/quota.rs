//! Limits how many insights a user may request. Calls are counted in the database, in the
//! transaction that creates the job, so that simultaneous calls and restarts change nothing.

use chrono::{DateTime, Days, Utc};
use chrono_tz::Tz;
use diesel::QueryResult;
use uuid::Uuid;

use db::Conn;
use db::models::rate_limit;
use foundation::time::calendar;
use platform::context::Context;

/// The daily limit, the same for every plan.
pub const CALLS_PER_DAY: u32 = 5;
const OF_USER: &str = "insights";
const OF_MODEL: &str = "insights_model";

/// Returns the UTC day of `now`: its first moment, and that of the next day.
pub fn day(now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    let today = now.date_naive();
    let start = |day| calendar::start_of(day, Tz::UTC);
    (start(today), start(today + Days::new(1)))
}

fn key(context: &Context, user_id: Uuid) -> Vec<u8> {
    context.secrets.counter_key(&format!("insights {user_id}"))
}

/// Returns how many calls `user_id` has left on the day of `now`.
pub async fn remaining(
    context: &Context,
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<u32> {
    let made = rate_limit::counted(OF_USER, &key(context, user_id), day(now).0, conn).await?;
    Ok(CALLS_PER_DAY.saturating_sub(u32::try_from(made).unwrap_or(0)))
}

/// Counts a call, within the caller's transaction: the row is locked until it ends, so that of many
/// simultaneous calls each sees those before it. Returns false, and counts nothing, if none was
/// left.
pub async fn take(
    context: &Context,
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let key = key(context, user_id);
    rate_limit::take(OF_USER, &key, CALLS_PER_DAY, day(now).0, conn).await
}

/// Takes back a call that was made at `at` and failed by a fault of ours.
pub async fn give_back(
    context: &Context,
    user_id: Uuid,
    at: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    rate_limit::give_back(OF_USER, &key(context, user_id), day(at).0, conn).await
}

/// Counts a call of the language model, of which all users together may make `most` a day.
pub(super) async fn take_model_call(
    context: &Context,
    most: u32,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let key = context.secrets.counter_key("insights model");
    rate_limit::take(OF_MODEL, &key, most, day(now).0, conn).await
}
