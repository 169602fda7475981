//! Acts on what a language model says about matches whose alerts wait for it.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Array, BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::alert::{Alert, Aside, ItemKey};
use super::aside::{self, WAIT};
use super::counters::Paces;
use super::messages::Messages;
use super::watcher::lock_watchers;
use db::models::channel::Channel;
use db::models::notification::{MoveTarget, Notification, NotificationStatus};
use db::models::second_opinion::Claimed;
use db::{Conn, Prepare};
use domain::live::announce_change;
use domain::watches::match_items::Found;
use platform::config::Plans;
use platform::wire::StoredSpans;

/// The age of the oldest digest that may hold an alert that waits for the model.
const RECENT: TimeDelta = TimeDelta::minutes(1);

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct Released {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Sets aside matches of one watch that are not relevant, as `aside::decide` does: one in thirty is shown all the same.
/// Those that were opened meanwhile, or whose alerts are on their way, stay as they are. Returns those set aside.
pub(crate) async fn set_aside(
    matches: &[&Claimed],
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Uuid>> {
    let found =
        |one: &Claimed| Found { item: 0, watch_id: one.watch_id, matches: StoredSpans::default() };
    let Some(first) = matches.first() else {
        return Ok(Vec::new());
    };
    let watchers = lock_watchers(std::iter::once(&found(first)), conn).await?;
    let Some(watcher) = watchers.get(&first.watch_id).filter(|watcher| watcher.sets_aside) else {
        return Ok(Vec::new());
    };
    let alert = |one: &Claimed, aside| Alert {
        id: one.notification_id,
        item: ItemKey { id: one.item_id, seen_at: one.seen_at },
        found: found(one),
        seq: 0,
        aside: Some(aside),
        is_unsure: false,
    };
    let (audited, others): (Vec<&Claimed>, Vec<&Claimed>) =
        matches.iter().copied().partition(|one: &&Claimed| {
            let item = one.forum_id.as_deref().unwrap_or_default();
            relevance::is_audited(item, one.watch_id.as_u128())
        });
    let taken = take_alerts(&others, watcher.user_id, now, conn).await?;
    let shown: Vec<Alert> = audited.iter().copied().map(|one| alert(one, Aside::Shown)).collect();
    let others = others.iter().copied().filter(|one| taken.contains(&one.notification_id));
    let set_aside: Vec<Alert> = others.map(|one| alert(one, Aside::SetAside)).collect();
    let decided: Vec<&Alert> = shown.iter().chain(&set_aside).collect();
    aside::store(&decided, &watchers, now, conn).await?;
    if taken.is_empty() {
        return Ok(taken);
    }
    let set_aside: Vec<&Alert> = set_aside.iter().collect();
    let messages = Messages::of(&set_aside, &watchers, &Paces::default(), plans, now, conn).await?;
    messages.store_missing(conn).await?;
    let unread = Some(NotificationStatus::Unread);
    Notification::move_many(watcher.user_id, &taken, unread, MoveTarget::Aside, now, conn).await?;
    announce_change(watcher.user_id, conn).await?;
    Ok(taken)
}

/// Deletes the messages and digest entries of a user's unread matches, and returns those of which none was taken up by a
/// sender yet; of the others, nothing is deleted. Rows are locked in the order of [`Notification::move_many`].
async fn take_alerts(
    matches: &[&Claimed],
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Uuid>> {
    let taken: Vec<Taken> = diesel::sql_query(
        "WITH unread AS MATERIALIZED (
             SELECT id FROM notifications
             WHERE id = ANY($1) AND user_id = $2 AND status = 'unread' AND deleted_at IS NULL
             ORDER BY id FOR NO KEY UPDATE
         ), held AS MATERIALIZED (
             SELECT user_id FROM live_cursors
             WHERE user_id = $2 AND (SELECT count(*) FROM unread) > 0 FOR NO KEY UPDATE
         ), messages AS MATERIALIZED (
             SELECT id, subject_id, status = 'pending' AND leased_until IS NULL AND attempts = 0 AS waits
             FROM outbox WHERE kind = 'match' AND channel = ANY($3) AND subject_id = ANY($1)
                 AND (SELECT count(*) FROM held) > 0 FOR UPDATE
         ), entries AS MATERIALIZED (
             SELECT e.notification_id, d.id, d.closed_at IS NULL AS waits
             FROM digests d JOIN digest_entries e ON e.digest_id = d.id
             WHERE d.user_id = $2 AND d.due_at > $4 AND e.notification_id = ANY($1)
                 AND (SELECT count(*) FROM held) > 0 ORDER BY d.due_at FOR UPDATE OF d
         ), taken AS MATERIALIZED (
             SELECT id FROM unread
             WHERE id NOT IN (SELECT subject_id FROM messages WHERE NOT waits)
                 AND id NOT IN (SELECT notification_id FROM entries WHERE NOT waits)
         ), unsent AS (
             DELETE FROM outbox USING messages m
             WHERE outbox.id = m.id AND m.subject_id IN (SELECT id FROM taken)
         ), removed AS (
             DELETE FROM digest_entries e USING entries
             WHERE e.digest_id = entries.id AND e.notification_id = entries.notification_id
                 AND e.notification_id IN (SELECT id FROM taken)
         ) SELECT id FROM taken",
    )
    .bind::<Array<SqlUuid>, _>(matches.iter().map(|one| one.notification_id).collect::<Vec<_>>())
    .bind::<SqlUuid, _>(user_id)
    .bind::<Array<Text>, _>(waiting_channels())
    .bind::<Timestamptz, _>(now - RECENT)
    .prepared()
    .load(conn)
    .await?;
    Ok(taken.into_iter().map(|one| one.id).collect())
}

/// Lets the alerts of a user's matches go at once that wait for nothing else. An email about several waits until all of
/// them are decided on. Returns whether there were any.
pub(crate) async fn release(
    matches: &[Uuid],
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let released: Released = diesel::sql_query(
        "WITH alone AS (
             UPDATE outbox SET due_at = $4
             WHERE kind = 'match' AND channel = ANY($3) AND subject_id = ANY($1) AND status = 'pending'
                 AND leased_until IS NULL AND attempts = 0 AND due_at > $4 AND due_at <= $5
             RETURNING 1
         ), together AS (
             UPDATE outbox SET due_at = $4
             WHERE kind = 'digest' AND channel = 'mail' AND status = 'pending'
                 AND leased_until IS NULL AND attempts = 0 AND subject_id IN (
                     SELECT d.id FROM digests d JOIN digest_entries e ON e.digest_id = d.id
                     WHERE d.user_id = $2 AND d.due_at > $4 AND d.due_at <= $5 AND e.cause = 'together'
                         AND e.notification_id = ANY($1) AND NOT EXISTS (
                             SELECT FROM digest_entries other JOIN second_opinions o USING (notification_id)
                             WHERE other.digest_id = d.id AND o.wanted_until > $4
                                 AND o.is_relevant IS NULL AND o.notification_id <> ALL($1)
                         )
                 )
             RETURNING 1
         ) SELECT (SELECT count(*) FROM alone) + (SELECT count(*) FROM together) AS rows",
    )
    .bind::<Array<SqlUuid>, _>(matches)
    .bind::<SqlUuid, _>(user_id)
    .bind::<Array<Text>, _>(waiting_channels())
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + WAIT)
    .prepared()
    .get_result(conn)
    .await?;
    Ok(released.rows > 0)
}

/// Returns the channels whose alerts wait for the model: those that hold what is set aside.
fn waiting_channels() -> Vec<Channel> {
    Channel::ALL.iter().copied().filter(|channel| *channel != Channel::Webhook).collect()
}
