//! Deletes what is no longer kept. Nobody waits for this: weeks are dropped as a whole, by a statement that
//! soon gives up when the week is in use, and rows of other tables go in small batches, each in a transaction
//! of its own.

pub mod purge;
pub mod unmatched;
mod unverified;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};

use crate::store::stories;
use db::models::email_token::EmailToken;
use db::models::feed::Feed;
use db::models::hearing_test;
use db::models::insight_result::InsightResult;
use db::models::mail_request::MailRequest;
use db::models::mute::Mute;
use db::models::notification::{Notification, RESTORE_HOURS};
use db::models::poll_state::lock_plan;
use db::models::rate_limit;
use db::models::session::Session;
use db::models::watch_variant::WatchVariant;
use db::{Conn, Pool};
use platform::coverage::roll_up;

/// Items, notifications, finished messages, digests and gaps. The first two are deleted earlier if the budget cannot
/// pay for looks at all of them (`give_up.rs`).
pub const KEPT: TimeDelta = TimeDelta::days(90);
/// Counts of matches, which reveal no text: the longest range of analytics, and a month. The audit log is kept for as
/// long.
pub const KEPT_COUNTS: TimeDelta = TimeDelta::days(396);
/// Changes that every matcher has long applied, answers that are no longer trusted, ended sessions,
/// links out of date and counters of past attempts.
const KEPT_SHORT: TimeDelta = TimeDelta::days(1);
/// API keys after they expired, so that people see why a program stopped.
const KEPT_KEYS: TimeDelta = TimeDelta::days(30);
/// A clock that is this far ahead of the newest post is not trusted.
const AHEAD: TimeDelta = TimeDelta::days(2);
/// Rows that are deleted in one transaction.
const BATCH: usize = 2_000;
/// The time that the drop of a week may wait for its readers, since later ones wait with it; and
/// the number of attempts, with a pause in between, before it is left to the next run.
const PATIENCE_MILLISECONDS: i32 = 50;
const ATTEMPTS: usize = 100;
const PAUSE: Duration = Duration::from_millis(200);

/// The numbers of deleted rows: weeks of items and notifications, and rows of the rest.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Deleted {
    pub weeks: usize,
    pub item_keys: usize,
    pub notification_counts: usize,
    pub match_counts: usize,
    pub unlisted_matches: usize,
    pub near_bands: usize,
    pub story_links: usize,
    pub messages: usize,
    pub digests: usize,
    pub kept_matches: usize,
    pub set_aside: usize,
    pub second_opinions: usize,
    pub mutes: usize,
    pub gaps: usize,
    pub gap_rounds: usize,
    pub coverage_hours: usize,
    pub audits: usize,
    /// Ids of sources that had nothing.
    pub unavailable: usize,
    /// Hours of the coverage that were combined into days.
    pub coverage_days: i64,
    pub watch_changes: usize,
    pub subreddit_checks: usize,
    /// Subreddits that nobody watches any more.
    pub places: usize,
    /// Feeds that nobody follows any more.
    pub feeds: usize,
    pub deleted_notifications: usize,
    /// Accounts whose address nobody has proved.
    pub unverified_accounts: usize,
    pub sessions: usize,
    /// Refresh tokens of live sessions; those of others go with their session.
    pub refresh_tokens: usize,
    pub invitations: usize,
    pub api_keys: usize,
    pub mail_links: usize,
    pub mail_requests: usize,
    pub rate_limits: usize,
    pub payment_events: usize,
    pub mail_bounces: usize,
    pub checkouts: usize,
    pub insight_jobs: usize,
    pub insight_results: usize,
    /// Results of which sentences about dropped items were deleted.
    pub insight_sentences: usize,
    pub cleared_insights: usize,
    pub hearing_tests: usize,
    /// Variants of keywords that were tried long enough: their counts are kept.
    pub ended_variants: usize,
    pub audit_entries: usize,
    /// Processes that ended without deregistering.
    pub processes: usize,
}

#[derive(QueryableByName)]
struct Read {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    until: Option<DateTime<Utc>>,
}

#[derive(QueryableByName)]
struct Locked {
    #[diesel(sql_type = Bool)]
    locked: bool,
}

#[derive(QueryableByName)]
struct Week {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Dropped {
    #[diesel(sql_type = Bool)]
    dropped: bool,
}

/// Deletes what is out of date at `now`. Returns `None` if another process is cleaning up.
///
/// # Errors
/// The database failed; what was deleted until then stays deleted.
pub async fn delete_outdated(pool: &Pool, now: DateTime<Utc>) -> anyhow::Result<Option<Deleted>> {
    alone(pool, async |conn| delete_all(now, conn).await).await
}

/// Opens a dedicated connection, whose statements may take longer than those of the pool's.
async fn long_connection(pool: &Pool) -> anyhow::Result<Conn> {
    let mut conn = pool.dedicated_connection().await?;
    conn.batch_execute("SET statement_timeout = '10min'").await?;
    Ok(conn)
}

/// Runs a long task, unless another process cleans up: then returns `None`.
pub(super) async fn alone<T>(
    pool: &Pool,
    work: impl AsyncFnOnce(&mut Conn) -> anyhow::Result<T>,
) -> anyhow::Result<Option<T>> {
    let mut conn = long_connection(pool).await?;
    // A session lock, since there are many transactions; a lost connection releases it.
    let lock: Locked =
        diesel::sql_query("SELECT pg_try_advisory_lock(hashtext('harken.retention')) AS locked")
            .get_result(&mut conn)
            .await?;
    if !lock.locked {
        return Ok(None);
    }
    let done = work(&mut conn).await;
    diesel::sql_query("SELECT pg_advisory_unlock(hashtext('harken.retention'))")
        .execute(&mut conn)
        .await?;
    done.map(Some)
}

async fn delete_all(now: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<Deleted> {
    let restorable = now - TimeDelta::hours(RESTORE_HOURS);
    let (old, yesterday) = (read_until(now, conn).await? - KEPT, now - KEPT_SHORT);
    let compared = now - stories::COMPARED;
    let weeks = drop_weeks(old, conn).await?;
    Ok(Deleted {
        weeks,
        insight_sentences: match weeks {
            0 => 0,
            _ => InsightResult::forget_missing(conn).await?,
        },
        item_keys: delete_keys(old, conn).await?,
        notification_counts: delete_counts(old, conn).await?,
        match_counts: delete_match_counts(now, conn).await?,
        unlisted_matches: delete("unlisted_matches", "hour", yesterday, conn).await?,
        near_bands: delete("near_bands", "seen_at", compared, conn).await?,
        story_links: delete("story_links", "seen_at", compared, conn).await?,
        messages: delete("outbox", "finished_at", old, conn).await?,
        digests: delete("digests", "due_at", old, conn).await?,
        kept_matches: delete("kept_matches", "seen_at", old, conn).await?,
        set_aside: delete("set_aside", "seen_at", old, conn).await?,
        second_opinions: delete("second_opinions", "seen_at", old, conn).await?,
        mutes: Mute::purge(now, conn).await?,
        gaps: delete("coverage_gaps", "ended_at", old, conn).await?,
        gap_rounds: delete("gap_rounds", "begun_at", old, conn).await?,
        coverage_hours: delete("coverage_hours", "hour", old, conn).await?,
        audits: delete("coverage_audits", "audited_at", old, conn).await?,
        unavailable: delete("sequence_waiting", "since", old, conn).await?,
        coverage_days: roll_up(now, conn).await?,
        watch_changes: delete("watch_changes", "changed_at", yesterday, conn).await?,
        subreddit_checks: delete("subreddit_checks", "expires_at", yesterday, conn).await?,
        places: delete_places(yesterday, conn).await?,
        feeds: drop_feeds(yesterday, conn).await?,
        deleted_notifications: purge_deleted(restorable, conn).await?,
        unverified_accounts: unverified::delete_unverified(now, conn).await?,
        sessions: Session::purge(now, yesterday, conn).await?,
        refresh_tokens: delete("refresh_tokens", "replaced_at", yesterday, conn).await?,
        invitations: delete("invitations", "expires_at", yesterday, conn).await?,
        api_keys: delete("api_keys", "expires_at", now - KEPT_KEYS, conn).await?,
        mail_links: EmailToken::purge(yesterday, conn).await?,
        mail_requests: MailRequest::purge(yesterday, conn).await?,
        rate_limits: rate_limit::purge(yesterday, conn).await?,
        payment_events: delete("provider_events", "handled_at", old, conn).await?,
        mail_bounces: delete("mail_bounces", "received_at", old, conn).await?,
        checkouts: delete("checkouts", "created_at", old, conn).await?,
        insight_jobs: delete("insight_jobs", "finished_at", yesterday, conn).await?,
        insight_results: delete("insight_results", "generated_at", old, conn).await?,
        cleared_insights: delete("insight_results", "cleared_at", restorable, conn).await?,
        hearing_tests: delete("hearing_tests", "planted_at", now - hearing_test::KEPT, conn)
            .await?,
        ended_variants: WatchVariant::end_outdated(now, conn).await?,
        processes: delete("processes", "seen_at", yesterday, conn).await?,
        audit_entries: delete("audit_log", "at", now - KEPT_COUNTS, conn).await?,
    })
}

/// Returns the time from which ninety days are counted: that of the newest post that was read, as the forum
/// dates it, if the clock is far from that. A clock that is months ahead would drop weeks that are not old.
async fn read_until(now: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<DateTime<Utc>> {
    let read: Read = diesel::sql_query(
        "SELECT max(forum_created_at) AS until
         FROM (SELECT forum_created_at FROM recent_items ORDER BY seen_at DESC LIMIT 1000) AS newest",
    )
    .get_result(conn)
    .await?;
    let Some(until) = read.until.filter(|until| now - *until > AHEAD) else {
        return Ok(now);
    };
    tracing::warn!(
        newest_post = %until, clock = %now,
        "nothing older than ninety days is dropped but what is that much older than the newest post that \
         was read: if posts do arrive, set the clock of the database's machine"
    );
    Ok(until)
}

/// Drops the weeks that ended before `cutoff`, and returns how many.
pub(super) async fn drop_weeks(cutoff: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    let weeks: Vec<Week> = diesel::sql_query("SELECT name FROM outdated_weeks($1)")
        .bind::<Timestamptz, _>(cutoff)
        .load(conn)
        .await?;
    let mut dropped = 0;
    for week in weeks {
        if drop_table(&week.name, ATTEMPTS, conn).await? {
            dropped += usize::from(week.name.starts_with("notifications"));
        } else {
            tracing::warn!(table = week.name, "in use all the time; it is dropped later");
        }
    }
    Ok(dropped)
}

/// Drops a partition unless others use it at every attempt.
pub(super) async fn drop_table(
    name: &str,
    attempts: usize,
    conn: &mut Conn,
) -> anyhow::Result<bool> {
    for attempt in 0..attempts {
        if attempt > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        let tried: Dropped = diesel::sql_query("SELECT try_drop_week($1, $2) AS dropped")
            .bind::<Text, _>(name)
            .bind::<Integer, _>(PATIENCE_MILLISECONDS)
            .get_result(conn)
            .await?;
        if tried.dropped {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Deletes the keys of items whose weeks are dropped.
pub(super) async fn delete_keys(cutoff: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    #[derive(QueryableByName)]
    struct Monday {
        #[diesel(sql_type = Timestamptz)]
        monday: DateTime<Utc>,
    }
    let week: Monday = diesel::sql_query("SELECT date_trunc('week', $1, 'UTC') AS monday")
        .bind::<Timestamptz, _>(cutoff)
        .get_result(conn)
        .await?;
    delete("item_keys", "seen_at", week.monday, conn).await
}

/// Deletes the counts of notifications whose weeks are dropped. A week that still exists keeps its counts, as
/// they change with it.
pub(super) async fn delete_counts(cutoff: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    let deleted = diesel::sql_query(
        "DELETE FROM notification_counts WHERE week = ANY(ARRAY(
             SELECT week FROM (SELECT DISTINCT week FROM notification_counts WHERE week < $1) AS old
             WHERE to_regclass('notifications_' || to_char(week AT TIME ZONE 'UTC', 'YYYY_MM_DD'))
                 IS NULL))",
    )
    .bind::<Timestamptz, _>(cutoff)
    .execute(conn)
    .await?;
    Ok(deleted)
}

/// Names of authors are kept no longer than what they wrote.
async fn delete_match_counts(now: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    let old = now - KEPT_COUNTS;
    Ok(delete("match_hours", "day", old, conn).await?
        + delete("match_places", "day", old, conn).await?
        + delete("match_authors", "day", now - KEPT, conn).await?)
}

/// Deletes the rows of `table` whose `column` is before `before`, and returns how many. Rows that another
/// process holds are left to the next time.
pub(super) async fn delete(
    table: &str,
    column: &str,
    before: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<usize> {
    let mut deleted = 0;
    loop {
        let batch = diesel::sql_query(format!(
            "DELETE FROM {table} WHERE ctid = ANY(ARRAY(
                 SELECT ctid FROM {table} WHERE {column} < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))"
        ))
        .bind::<Timestamptz, _>(before)
        .bind::<BigInt, _>(BATCH as i64)
        .execute(conn)
        .await?;
        deleted += batch;
        if batch < BATCH {
            return Ok(deleted);
        }
    }
}

/// Deletes subreddits that nobody watches any more. Not while polls are planned: a subreddit that is watched again
/// would be deleted while it is included.
async fn delete_places(before: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    let deleted = conn
        .transaction(async |conn| {
            lock_plan(conn).await?;
            diesel::sql_query("DELETE FROM places WHERE NOT is_watched AND next_check_at < $1")
                .bind::<Timestamptz, _>(before)
                .execute(conn)
                .await
        })
        .await?;
    Ok(deleted)
}

async fn drop_feeds(before: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    let mut dropped = 0;
    loop {
        let batch =
            conn.transaction(async |conn| Feed::drop_unfollowed(before, BATCH, conn).await).await?;
        dropped += batch;
        if batch < BATCH {
            return Ok(dropped);
        }
    }
}

async fn purge_deleted(before: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<usize> {
    let mut deleted = 0;
    loop {
        let batch = Notification::purge_deleted(before, BATCH, conn).await?;
        deleted += batch;
        if batch < BATCH {
            return Ok(deleted);
        }
    }
}
