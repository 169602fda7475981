//! Returns snoozed matches to the unread ones when their time has come.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;

use db::models::kept_match::KeptMatch;
use db::{Conn, Pool};
use domain::live::announce_change;

/// Interval between two looks, and so the delay of a snooze at most.
pub(crate) const LOOK: Duration = Duration::from_secs(15);
/// The most matches that return in one transaction.
const BATCH: i64 = 500;

/// Returns the matches that are due at `now`, and how many there were.
///
/// # Errors
/// The database failed; what was returned until then stays so.
pub async fn return_due(pool: &Pool, now: DateTime<Utc>) -> anyhow::Result<i64> {
    let mut conn = pool.get().await?;
    let mut returned = 0;
    loop {
        let step = conn
            .transaction::<_, anyhow::Error, _>(async |conn| return_some(now, conn).await)
            .await?;
        returned += step;
        if step < BATCH {
            return Ok(returned);
        }
    }
}

async fn return_some(now: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<i64> {
    let returned = KeptMatch::return_due(now, BATCH, conn).await?;
    for user in returned.users {
        announce_change(user, conn).await?;
    }
    Ok(returned.rows)
}
