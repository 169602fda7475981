//! Reads a digest, and closes it the first time: later matches go into the next one, and another
//! attempt sends the same content.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::{Burst, Digest, MAX_SECTIONS, Pace, Total, group};
use crate::delivery::Unsent;
use crate::delivery::place_names::PlaceNames;
use db::Conn;
use db::models::digest::{Digest as Row, Moment};
use db::models::notification::Notification;
use db::models::outbox::{NewMessage, OutboxRow};
use db::models::user::EmailFrequency;
use db::models::user::User;
use foundation::time::calendar;
use platform::hold::{Preferences, quiet_hours};

/// The most alerts that are read for each watch, to group into stories; the others are only
/// counted.
const READ_PER_WATCH: i64 = 200;
/// The period from which a watch's average is computed.
const USUAL: TimeDelta = TimeDelta::days(28);

/// Loads the digest for `message`.
///
/// # Errors
/// There is nothing left to send, or the database failed.
pub async fn load(
    message: &OutboxRow,
    user: &User,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> Result<Digest, Unsent> {
    let row = match close(message, user, now, conn).await? {
        Closed::Row(row) => row,
        Closed::Gone => return Err(Unsent::skipped("the digest is gone")),
        Closed::PutOff => {
            return Err(Unsent::skipped("it waits until its user may be disturbed"));
        }
    };
    let mut totals = totals(row.id, conn).await?;
    if totals.is_empty() {
        return Err(Unsent::skipped("its notifications are gone"));
    }
    let mut all = Vec::new();
    for (place, waiting) in totals.iter().enumerate() {
        let burst = match waiting.is_burst && place < MAX_SECTIONS {
            true => Some(burst(waiting.watch_id, row.due_at, conn).await?),
            false => None,
        };
        all.push(Total {
            watch_id: waiting.watch_id,
            keyword: waiting.keyword.clone(),
            count: usize::try_from(waiting.matches).unwrap_or_default(),
            burst,
            at_once: waiting.at_once,
        });
    }
    totals.truncate(MAX_SECTIONS);
    let shown: Vec<Uuid> = totals.iter().map(|waiting| waiting.watch_id).collect();
    let newest = newest(row.id, &shown, conn).await?;
    let newest = Notification::with_items(newest, conn).await?;
    let mut digest = group(row.id, all, newest);
    digest.names = PlaceNames::find(user.id, digest.places(), conn).await?;
    Ok(digest)
}

/// The result of closing a digest.
enum Closed {
    Row(Row),
    Gone,
    /// The user does not want to be disturbed now: the digest's alerts keep waiting.
    PutOff,
}

/// Closes an open digest, unless its user does not want to be disturbed now: then its alerts keep
/// waiting.
async fn close(
    message: &OutboxRow,
    user: &User,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Closed> {
    conn.transaction(async |conn| {
        let Some(row) = Row::lock(message.subject_id, conn).await? else {
            return Ok(Closed::Gone);
        };
        if row.closed_at.is_some() {
            return Ok(Closed::Row(row));
        }
        Row::close(row.id, now, conn).await?;
        let preferences = Preferences {
            zone: calendar::zone(&user.time_zone),
            frequency: EmailFrequency::Realtime,
            quiet: quiet_hours(user.quiet_from, user.quiet_until),
            snoozed_until: user.snoozed_until,
            burst_limit: user.burst_limit.into(),
        };
        if let Some((due_at, _)) = preferences.undisturbed(now)
            && put_off(message, &row, due_at, now, conn).await?
        {
            return Ok(Closed::PutOff);
        }
        Ok(Closed::Row(row))
    })
    .await
}

/// Moves the alerts that wait in `row` to the digest of another moment, and returns whether that
/// one was open.
async fn put_off(
    message: &OutboxRow,
    row: &Row,
    due_at: DateTime<Utc>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let moment = Moment { user_id: row.user_id, endpoint_id: row.endpoint_id, due_at };
    let open = Row::open(&[moment], now, conn).await?;
    let Some(id) = open.get(&moment) else {
        return Ok(false);
    };
    Row::move_entries(row.id, *id, conn).await?;
    let later = NewMessage::later(message, *id, due_at, now);
    NewMessage::enqueue(&[later], conn).await?;
    Ok(true)
}

/// The alerts of a digest whose notifications still exist: neither deleted, archived nor marked as
/// not relevant, nor gone from the forum. Those that were read in the meantime count: the email is
/// the record of its window. Each is looked up separately, in the one week that holds it.
macro_rules! waiting {
    () => {
        "digest_entries e CROSS JOIN LATERAL (
             SELECT * FROM notifications
             WHERE id = e.notification_id AND seen_at = e.seen_at LIMIT 1
         ) AS n CROSS JOIN LATERAL (
             SELECT gone_at FROM items
             WHERE id = n.item_id AND seen_at = n.seen_at LIMIT 1
         ) AS i
         WHERE e.digest_id = $1 AND n.deleted_at IS NULL AND n.status <> 'archived'
            AND n.not_relevant_at IS NULL
            AND i.gone_at IS NULL"
    };
}

#[derive(QueryableByName)]
struct Waiting {
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
    #[diesel(sql_type = Text)]
    keyword: String,
    #[diesel(sql_type = BigInt)]
    matches: i64,
    #[diesel(sql_type = Bool)]
    is_burst: bool,
    #[diesel(sql_type = Bool)]
    at_once: bool,
}

/// Returns the watches of a digest, the one with the newest match first.
async fn totals(id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Waiting>> {
    diesel::sql_query(concat!(
        "SELECT n.watch_id, (array_agg(n.keyword ORDER BY n.seq DESC))[1] AS keyword,
                count(*) AS matches, bool_or(e.cause = 'burst') AS is_burst,
                bool_and(e.cause = 'together') AS at_once
         FROM ",
        waiting!(),
        " GROUP BY n.watch_id ORDER BY max(n.seq) DESC"
    ))
    .bind::<SqlUuid, _>(id)
    .load(conn)
    .await
}

/// Returns the newest alerts of some watches, newest first.
async fn newest(id: Uuid, watches: &[Uuid], conn: &mut Conn) -> QueryResult<Vec<Notification>> {
    diesel::sql_query(concat!(
        "SELECT * FROM (
             SELECT n.*, row_number() OVER (PARTITION BY n.watch_id ORDER BY n.seq DESC) AS place
             FROM ",
        waiting!(),
        " AND n.watch_id = ANY($2)) AS ranked WHERE place <= $3 ORDER BY seq DESC"
    ))
    .bind::<SqlUuid, _>(id)
    .bind::<Array<SqlUuid>, _>(watches)
    .bind::<BigInt, _>(READ_PER_WATCH)
    .load(conn)
    .await
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    matches: i64,
    #[diesel(sql_type = BigInt)]
    earlier: i64,
    #[diesel(sql_type = BigInt)]
    earlier_hours: i64,
}

/// Compares the hour that ended at `end` with the 28 days before it, or as many as there are.
async fn burst(watch_id: Uuid, end: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Burst> {
    let hour = end - TimeDelta::hours(1);
    let counted: Counted = diesel::sql_query(
        "SELECT count(*) FILTER (WHERE created_at >= $3) AS matches,
                count(*) FILTER (WHERE created_at < $3) AS earlier,
                coalesce((SELECT floor(extract(epoch FROM $3 - greatest(created_at, $4)) / 3600)
                          FROM watches WHERE id = $1 AND created_at < $3), 0)::bigint AS earlier_hours
         FROM notifications
         WHERE watch_id = $1 AND deleted_at IS NULL AND created_at >= $4 AND created_at < $2
            AND seen_at < $2",
    )
    .bind::<SqlUuid, _>(watch_id)
    .bind::<Timestamptz, _>(end)
    .bind::<Timestamptz, _>(hour)
    .bind::<Timestamptz, _>(hour - USUAL)
    .get_result(conn)
    .await?;
    let number = |count: i64| u64::try_from(count).unwrap_or_default();
    let pace = Pace {
        matches: number(counted.matches),
        earlier: number(counted.earlier),
        earlier_hours: number(counted.earlier_hours),
    };
    Ok(pace.burst())
}
