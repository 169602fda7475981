//! Turns the matches of items into notifications and messages, within the transaction that stores the items
//! or what was learned about them.

mod alert;
mod aside;
mod ceiling;
mod counters;
mod drop_muted;
mod hearing_test;
mod messages;
pub(crate) mod reconsider;
pub(crate) mod variants;
mod watcher;

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Array, BigInt, Jsonb, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

pub(super) use self::alert::ItemKey;
use self::alert::{Alert, ByUser};
use self::drop_muted::drop_muted;
pub(super) use self::hearing_test::alert_of_test;
use self::messages::Messages;
use self::watcher::{Watcher, lock_watchers};
use crate::context::StoreContext;
use db::models::notification::NotificationStatus;
use db::{Conn, Prepare};
use domain::watches::match_items::Found;
use platform::bus::Wakeups;
use platform::config::MIN_KEEP_UNMATCHED_HOURS;
use platform::sources::ForumItem;

/// The time before the last change of its rule for which a watch matches items, since reading lags behind
/// posting. A new watch on a quiet subreddit does not return a year of old posts.
pub(super) const LOOK_BACK: TimeDelta = TimeDelta::hours(1);
/// The maximum age of an item when it is read: an older one may have been read before and been
/// forgotten, since unmatched items are kept for at least this long. For watches made afterwards it
/// was in the backfill.
const MAX_LAG: TimeDelta = TimeDelta::hours(MIN_KEEP_UNMATCHED_HOURS as i64);

/// Matches to alert of.
pub(super) struct Matches<'a> {
    pub(super) items: &'a [ForumItem],
    /// The stored items, by their position in `items`; the others are skipped.
    pub(super) keys: &'a HashMap<usize, ItemKey>,
    pub(super) found: &'a [Found],
    pub(super) novelty: Novelty,
}

/// The state of items before a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Novelty {
    /// The items are stored by this transaction, so nobody was alerted to them.
    New,
    /// The items were read for the first time, but may have been stored since, and may reach a shard twice.
    PassedOn,
    /// The items were stored long before, and changed.
    Stored,
}

/// The numbers of created notifications and messages, and the users to wake.
#[derive(Debug, Default)]
pub(super) struct Alerted {
    pub(super) notifications: usize,
    pub(super) messages: usize,
    /// Passed to [`Bus::after_commit`](platform::bus::Bus::after_commit).
    pub(super) wakeups: Wakeups,
}

impl Matches<'_> {
    /// Creates notifications, counts the matches, and inserts messages into the outbox. Items that already
    /// have a notification, deleted ones included, are skipped.
    ///
    /// Rows are locked in the order that all code that changes notifications keeps: users, their cursors,
    /// watches, and last the counts of notifications, which a trigger maintains.
    pub(super) async fn alert(
        &self,
        context: StoreContext<'_>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> anyhow::Result<Alerted> {
        let StoreContext { plans, bus, .. } = context;
        let found_there = self.found.iter().filter(|f| self.keys.contains_key(&f.item));
        let watchers = lock_watchers(found_there, conn).await?;
        let mut by_user = self.by_user(&watchers, now);
        // The users' rows are locked by now: a mute that is not seen here is stored after the
        // commit, and its clean-up finds what is made here.
        let muted = drop_muted(&mut by_user, self.items, now, conn).await?;
        if by_user.is_empty() && muted.is_empty() {
            return Ok(Alerted::default());
        }
        let of_muted = muted.iter().map(|watch_id| watchers[watch_id].user_id);
        let listed_of_users = counters::take_places(&mut by_user, of_muted, now, conn).await?;
        let known = match self.novelty {
            Novelty::New => BTreeMap::new(),
            Novelty::PassedOn | Novelty::Stored => drop_known(&mut by_user, conn).await?,
        };
        let paces = counters::count_matches(&by_user, &muted, now, conn).await?;
        let left_out = ceiling::leave_out(&mut by_user, &watchers, plans, &listed_of_users, &paces);
        counters::take_back(&left_out, known, now, conn).await?;
        aside::decide(&mut by_user, &watchers, self.items, context, conn).await?;
        let alerts: Vec<&Alert> = by_user.values().flatten().collect();
        if alerts.is_empty() {
            return Ok(Alerted::default());
        }
        let messages = Messages::of(&alerts, &watchers, &paces, plans, now, conn).await?;
        let wakeups =
            Wakeups { users: by_user.keys().copied().collect(), outbox: !messages.is_empty() };
        // One after the other to the database, which does not wait for us between them.
        let conn = &*conn;
        let (_, (), messages, ()) = futures::try_join!(
            insert_notifications(&alerts, &watchers, now, conn),
            aside::store(&alerts, &watchers, now, conn),
            messages.store(conn),
            bus.on_commit(&wakeups, conn),
        )?;
        Ok(Alerted { notifications: alerts.len(), messages, wakeups })
    }

    fn by_user(&self, watchers: &HashMap<Uuid, Watcher>, now: DateTime<Utc>) -> ByUser {
        let mut by_user = ByUser::new();
        for found in self.found {
            let (Some(key), Some(watcher)) =
                (self.keys.get(&found.item), watchers.get(&found.watch_id))
            else {
                continue;
            };
            let item = &self.items[found.item];
            if item.is_backlog {
                continue;
            }
            let written = item.created_at;
            let look_back = match self.novelty != Novelty::Stored && written < now - MAX_LAG {
                true => TimeDelta::zero(),
                false => LOOK_BACK,
            };
            if written < watcher.rule_changed_at - look_back {
                continue;
            }
            by_user.entry(watcher.user_id).or_default().push(Alert {
                id: Uuid::now_v7(),
                item: *key,
                found: found.clone(),
                seq: 0,
                aside: None,
                is_unsure: false,
            });
        }
        by_user
    }
}

#[derive(QueryableByName)]
struct Known {
    #[diesel(sql_type = SqlUuid)]
    item_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
}

/// Drops alerts that already have a notification, and returns how many of each user. The users' cursors are
/// locked: no other process creates one meanwhile.
async fn drop_known(by_user: &mut ByUser, conn: &mut Conn) -> QueryResult<BTreeMap<Uuid, i64>> {
    let (users, alerts): (Vec<Uuid>, Vec<&Alert>) = by_user
        .iter()
        .flat_map(|(user_id, alerts)| alerts.iter().map(|alert| (*user_id, alert)))
        .unzip();
    let known: Vec<Known> = diesel::sql_query(
        "SELECT n.item_id, n.watch_id
         FROM unnest($1, $2, $3, $4) AS found (item_id, seen_at, watch_id, user_id)
         JOIN notifications n ON n.item_id = found.item_id AND n.seen_at = found.seen_at
            AND n.watch_id = found.watch_id AND n.user_id = found.user_id",
    )
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.item.id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(alerts.iter().map(|a| a.item.seen_at).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.found.watch_id).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(users)
    .prepared()
    .load(conn)
    .await?;
    let known: HashSet<(Uuid, Uuid)> = known.iter().map(|k| (k.item_id, k.watch_id)).collect();
    let mut dropped = BTreeMap::new();
    for (user_id, alerts) in by_user.iter_mut() {
        let before = alerts.len();
        alerts.retain(|alert| !known.contains(&(alert.item.id, alert.found.watch_id)));
        if alerts.len() < before {
            dropped.insert(*user_id, (before - alerts.len()) as i64);
        }
    }
    by_user.retain(|_, alerts| !alerts.is_empty());
    Ok(dropped)
}

async fn insert_notifications(
    alerts: &[&Alert],
    watchers: &HashMap<Uuid, Watcher>,
    now: DateTime<Utc>,
    mut conn: &Conn,
) -> QueryResult<usize> {
    let watcher = |alert: &Alert| &watchers[&alert.found.watch_id];
    let status = |alert: &Alert| match alert.is_set_aside() {
        true => NotificationStatus::Aside,
        false => NotificationStatus::Unread,
    };
    diesel::sql_query(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at, status)
         SELECT id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, $2, status
         FROM unnest($1, $3, $4, $5, $6, $7, $8, $9, $10)
             AS batch (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, status)",
    )
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.id).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Timestamptz>, _>(alerts.iter().map(|a| a.item.seen_at).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.item.id).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.found.watch_id).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| watcher(a).user_id).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(alerts.iter().map(|a| a.seq).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(alerts.iter().map(|a| watcher(a).keyword.as_str()).collect::<Vec<_>>())
    .bind::<Array<Jsonb>, _>(alerts.iter().map(|a| &a.found.matches).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(alerts.iter().map(|a| status(a)).collect::<Vec<_>>())
    .prepared()
    .execute(&mut conn)
    .await
}
