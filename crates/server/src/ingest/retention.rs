//! Deletes what is kept no longer.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Bool, Integer, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};

use crate::db::models::email_token::EmailToken;
use crate::db::models::mail_request::MailRequest;
use crate::db::models::mute::Mute;
use crate::db::models::notification::{Notification, RESTORE_HOURS};
use crate::db::models::rate_limit;
use crate::db::models::session::Session;
use crate::db::{Conn, Pool};

/// Items, notifications, finished messages, digests and gaps.
const KEPT: TimeDelta = TimeDelta::days(90);
/// Changes that every matcher has long taken in, answers that are trusted no longer, ended sessions,
/// links out of date and counters of past attempts.
const KEPT_SHORT: TimeDelta = TimeDelta::days(1);

/// What was deleted: weeks of items and notifications, and rows of the rest.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Deleted {
    pub weeks: i32,
    pub messages: usize,
    pub digests: usize,
    pub gaps: usize,
    pub watch_changes: usize,
    pub subreddit_checks: usize,
    pub deleted_notifications: usize,
    pub sessions: usize,
    pub mail_links: usize,
    pub mail_requests: usize,
    pub mutes: usize,
    pub rate_limits: usize,
}

#[derive(QueryableByName)]
struct Locked {
    #[diesel(sql_type = Bool)]
    locked: bool,
}

#[derive(QueryableByName)]
struct Weeks {
    #[diesel(sql_type = Integer)]
    dropped: i32,
}

/// Deletes what is out of date at `now`; none if another process is at it.
///
/// # Errors
/// The database failed; nothing was deleted then.
pub async fn delete_outdated(pool: &Pool, now: DateTime<Utc>) -> anyhow::Result<Option<Deleted>> {
    let mut conn = pool.get().await?;
    conn.transaction(async |conn| {
        let lock: Locked = diesel::sql_query(
            "SELECT pg_try_advisory_xact_lock(hashtext('harken.retention')) AS locked",
        )
        .get_result(conn)
        .await?;
        if !lock.locked {
            return Ok(None);
        }
        let weeks: Weeks = diesel::sql_query("SELECT drop_week_partitions($1) AS dropped")
            .bind::<Timestamptz, _>(now - KEPT)
            .get_result(conn)
            .await?;
        let restorable = now - TimeDelta::hours(RESTORE_HOURS);
        let yesterday = now - KEPT_SHORT;
        Ok(Some(Deleted {
            weeks: weeks.dropped,
            messages: delete("outbox WHERE finished_at", now - KEPT, conn).await?,
            digests: delete("digests WHERE due_at", now - KEPT, conn).await?,
            gaps: delete("coverage_gaps WHERE ended_at", now - KEPT, conn).await?,
            watch_changes: delete("watch_changes WHERE changed_at", yesterday, conn).await?,
            subreddit_checks: delete("subreddit_checks WHERE expires_at", yesterday, conn).await?,
            deleted_notifications: Notification::purge_deleted(restorable, conn).await?,
            sessions: Session::purge(now, yesterday, conn).await?,
            mail_links: EmailToken::purge(yesterday, conn).await?,
            mail_requests: MailRequest::purge(yesterday, conn).await?,
            mutes: Mute::purge(now, conn).await?,
            rate_limits: rate_limit::purge(yesterday, conn).await?,
        }))
    })
    .await
}

/// `what` is a table and its column of time.
async fn delete(what: &str, before: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    let deleted = diesel::sql_query(format!("DELETE FROM {what} < $1"))
        .bind::<Timestamptz, _>(before)
        .execute(conn)
        .await?;
    Ok(deleted)
}
