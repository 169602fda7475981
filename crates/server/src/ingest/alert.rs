//! From the matches of items to notifications and messages, within the transaction that stores the
//! items or what was learned of them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::ceiling::{self, Unlisted};
use super::drop_muted::drop_muted;
use super::messages;
use crate::calendar;
use crate::config::Plans;
use crate::db::Conn;
use crate::db::models::notification::Notification;
use crate::db::models::user::{EmailFrequency, Plan};
use crate::forum::ForumItem;
use crate::hold::{Preferences, quiet_hours};
use crate::watches::match_items::Found;

/// A watch looks from the moment its rule took its present form, and this much further back, since
/// what is read lags behind what is posted. A new watch on a quiet subreddit is not answered with a
/// year of old posts.
const LOOK_BACK: TimeDelta = TimeDelta::hours(1);

/// A watch that is still there, with what its user wants.
#[derive(Debug, QueryableByName)]
pub(super) struct Watcher {
    #[diesel(sql_type = SqlUuid)]
    pub(super) watch_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub(super) user_id: Uuid,
    #[diesel(sql_type = Text)]
    pub(super) keyword: String,
    #[diesel(sql_type = Timestamptz)]
    pub(super) rule_changed_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub(super) browser_notification: bool,
    /// Whether the watch has a frequency of its own.
    #[diesel(sql_type = Bool)]
    pub(super) email_notification: bool,
    #[diesel(sql_type = Text)]
    pub(super) frequency: EmailFrequency,
    /// The later of the watch's and the user's.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(super) snoozed_until: Option<DateTime<Utc>>,
    #[diesel(sql_type = Text)]
    pub(super) plan: Plan,
    /// The master switch for mail.
    #[diesel(sql_type = Bool)]
    pub(super) email_notifications: bool,
    #[diesel(sql_type = Text)]
    pub(super) email_frequency: EmailFrequency,
    #[diesel(sql_type = Bool)]
    pub(super) mail_refused: bool,
    #[diesel(sql_type = Text)]
    pub(super) time_zone: String,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) quiet_from: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) quiet_until: Option<i32>,
    #[diesel(sql_type = Integer)]
    pub(super) burst_limit: i32,
}

impl Watcher {
    pub(super) fn wants_mail(&self) -> bool {
        self.email_notifications && !self.mail_refused
    }

    /// Returns when its user wants to get its matches.
    pub(super) fn preferences(&self) -> Preferences {
        let frequency = match self.email_notification {
            true => self.frequency,
            false => self.email_frequency,
        };
        Preferences {
            zone: calendar::zone(&self.time_zone),
            frequency,
            quiet: quiet_hours(self.quiet_from, self.quiet_until),
            snoozed_until: self.snoozed_until,
            burst_limit: self.burst_limit.into(),
        }
    }
}

#[derive(QueryableByName)]
struct Cursor {
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = BigInt)]
    seq: i64,
}

#[derive(QueryableByName)]
struct Made {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// By what a stored item, and each notification of it, is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct ItemKey {
    pub(super) id: Uuid,
    pub(super) seen_at: DateTime<Utc>,
}

/// A notification that is being made.
#[derive(Debug)]
pub(super) struct Alert {
    pub(super) id: Uuid,
    pub(super) item: ItemKey,
    pub(super) found: Found,
    pub(super) seq: i64,
}

/// How many there were.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Alerted {
    pub(super) notifications: usize,
    pub(super) messages: usize,
}

/// Makes notifications of the matches of items, counts them, and puts messages into the outbox.
/// Only of those in `keys`, by their place in `items`; and what has a notification already, deleted
/// ones included, is passed over.
pub(super) async fn alert(
    items: &[ForumItem],
    keys: &HashMap<usize, ItemKey>,
    found: &[Found],
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<Alerted> {
    let found_there = found.iter().filter(|f| keys.contains_key(&f.item));
    let watchers = lock_watchers(found_there, conn).await?;
    let mut by_user: BTreeMap<Uuid, Vec<Alert>> = BTreeMap::new();
    for found in found {
        let (Some(key), Some(watcher)) = (keys.get(&found.item), watchers.get(&found.watch_id))
        else {
            continue;
        };
        if items[found.item].created_at < watcher.rule_changed_at - LOOK_BACK {
            continue;
        }
        by_user.entry(watcher.user_id).or_default().push(Alert {
            id: Uuid::now_v7(),
            item: *key,
            found: found.clone(),
            seq: 0,
        });
    }
    if by_user.is_empty() {
        return Ok(Alerted::default());
    }
    // The users' rows are locked by now: a mute that is not seen here is stored after the commit,
    // and its clean-up finds what is made here.
    let muted = drop_muted(&mut by_user, items, now, conn).await?;
    if by_user.is_empty() {
        count_matches(&[], &muted, &Unlisted::new(), now, conn).await?;
        return Ok(Alerted::default());
    }
    number(&mut by_user, conn).await?;
    lock_watches(&by_user, &muted, conn).await?;
    let unlisted = ceiling::leave_out(&mut by_user, &watchers, plans, now, conn).await?;
    let mut alerts: Vec<&Alert> = by_user.values().flatten().collect();
    let made = insert_notifications(&alerts, &watchers, now, conn).await?;
    alerts.retain(|alert| made.contains(&alert.id));
    ceiling::count(&alerts, &unlisted, &watchers, now, conn).await?;
    count_matches(&alerts, &muted, &unlisted, now, conn).await?;
    let messages = messages::enqueue(&alerts, &watchers, plans, now, conn).await?;
    let user_ids: Vec<Uuid> = by_user.keys().copied().collect();
    Notification::announce(&user_ids, conn).await?;
    Ok(Alerted {
        notifications: alerts.len(),
        messages,
    })
}

/// The matched watches that are still active and not paused, by id. Their users cannot be deleted until the end of
/// the transaction.
async fn lock_watchers(
    found: impl Iterator<Item = &Found>,
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, Watcher>> {
    let ids: HashSet<Uuid> = found.map(|found| found.watch_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let watchers: Vec<Watcher> = diesel::sql_query(
        "SELECT w.id AS watch_id, w.user_id, w.keyword, w.rule_changed_at, w.browser_notification,
                w.email_notification, w.frequency, u.plan, u.email_notifications,
                u.email_frequency, u.mail_refused_at IS NOT NULL AS mail_refused, u.time_zone,
                u.quiet_from, u.quiet_until, u.burst_limit,
                greatest(w.snoozed_until, u.snoozed_until) AS snoozed_until
         FROM watches w JOIN users u ON u.id = w.user_id
         WHERE w.id = ANY($1) AND w.is_active AND w.paused_at IS NULL
             AND u.email_verified_at IS NOT NULL
         ORDER BY u.id FOR KEY SHARE OF u",
    )
    .bind::<Array<SqlUuid>, _>(ids.into_iter().collect::<Vec<_>>())
    .load(conn)
    .await?;
    Ok(watchers.into_iter().map(|w| (w.watch_id, w)).collect())
}

/// Gives each notification its place in its user's sequence. The rows are locked in the order of
/// user ids until commit, so that the order of the numbers is the order of commit.
async fn number(by_user: &mut BTreeMap<Uuid, Vec<Alert>>, conn: &mut Conn) -> QueryResult<()> {
    let counts: Vec<i64> = by_user.values().map(|alerts| alerts.len() as i64).collect();
    let cursors: Vec<Cursor> = diesel::sql_query(
        "INSERT INTO live_cursors (user_id, seq)
         SELECT user_id, n FROM unnest($1, $2) AS batch (user_id, n)
         ON CONFLICT (user_id) DO UPDATE SET seq = live_cursors.seq + excluded.seq
         RETURNING user_id, seq",
    )
    .bind::<Array<SqlUuid>, _>(by_user.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(counts)
    .load(conn)
    .await?;
    for cursor in cursors {
        let alerts = by_user.get_mut(&cursor.user_id).into_iter().flatten();
        for (back, alert) in alerts.rev().enumerate() {
            alert.seq = cursor.seq - back as i64;
        }
    }
    Ok(())
}

/// The ids of those that were not there yet.
async fn insert_notifications(
    alerts: &[&Alert],
    watchers: &HashMap<Uuid, Watcher>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashSet<Uuid>> {
    let watcher = |alert: &Alert| &watchers[&alert.found.watch_id];
    let made: Vec<Made> = diesel::sql_query(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, $2
         FROM unnest($1, $3, $4, $5, $6, $7, $8, $9)
             AS batch (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches)
         ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.id).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Timestamptz>, _>(alerts.iter().map(|a| a.item.seen_at).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.item.id).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.found.watch_id).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(
        alerts
            .iter()
            .map(|a| watcher(a).user_id)
            .collect::<Vec<_>>(),
    )
    .bind::<Array<BigInt>, _>(alerts.iter().map(|a| a.seq).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(
        alerts
            .iter()
            .map(|a| watcher(a).keyword.as_str())
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Jsonb>, _>(alerts.iter().map(|a| &a.found.matches).collect::<Vec<_>>())
    .load(conn)
    .await?;
    Ok(made.into_iter().map(|made| made.id).collect())
}

/// Locks the watches whose matches will be counted. It is done before notifications are made, since
/// that locks their counts, and whoever deletes one locks its watch and then the counts.
async fn lock_watches(
    by_user: &BTreeMap<Uuid, Vec<Alert>>,
    muted: &HashSet<Uuid>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let alerts = by_user.values().flatten();
    let ids = alerts.map(|alert| alert.found.watch_id);
    let ids: BTreeSet<Uuid> = ids.chain(muted.iter().copied()).collect();
    diesel::sql_query("SELECT 1 FROM watches WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE")
        .bind::<Array<SqlUuid>, _>(ids.into_iter().collect::<Vec<_>>())
        .execute(conn)
        .await?;
    Ok(())
}

/// Counts the matches of each watch, those that are not listed among them. Those that were `muted`
/// do not count, but the watch is not silent.
async fn count_matches(
    alerts: &[&Alert],
    muted: &HashSet<Uuid>,
    unlisted: &Unlisted,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let mut counts: BTreeMap<Uuid, i64> = muted.iter().map(|watch_id| (*watch_id, 0)).collect();
    for (watch_id, count) in unlisted {
        *counts.entry(*watch_id).or_default() += count;
    }
    for alert in alerts {
        *counts.entry(alert.found.watch_id).or_default() += 1;
    }
    // An UPDATE locks in no order of its own: the rows are locked by id first.
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT id FROM watches WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE)
         UPDATE watches SET match_count = match_count + batch.n,
                            last_match_at = greatest(last_match_at, $3)
         FROM unnest($1, $2) AS batch (id, n) JOIN locked ON locked.id = batch.id
         WHERE watches.id = locked.id",
    )
    .bind::<Array<SqlUuid>, _>(counts.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(counts.values().collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(())
}
