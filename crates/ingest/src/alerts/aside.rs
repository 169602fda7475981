//! Sets aside the matches that are probably not relevant, by what was learned from earlier ones of the same watch. Where
//! that leaves it open, a language model is asked, if there is one and the watch is described, and alerts wait for it.

use std::collections::HashMap;
use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use uuid::Uuid;

use super::alert::{Alert, Aside, ByUser};
use super::watcher::Watcher;
use crate::context::StoreContext;
use db::Conn;
use db::models::second_opinion::Wanted;
use db::models::set_aside::Decided;
use domain::learned::Learned;
use platform::sources::ForumItem;

/// The most alerts of a batch that are decided on; the others are shown as usual. Rows are locked meanwhile, and a
/// decision takes up to 50 µs, and with embeddings as much again.
const MAX_DECIDED: usize = 4_000;
/// The most watches of a batch for which what was learned is loaded, up to 37 KB each.
const MAX_LEARNED: usize = 1_000;
/// The probabilities that leave open whether a match is relevant, and that of a match of which nothing is known.
const OPEN: Range<f32> = 0.2..0.8;
const UNKNOWN: f32 = 0.5;
/// The most alerts of a batch about which the model is asked, of all users and of one: more could not all be answered in
/// time.
const MAX_ASKED: usize = 64;
const MAX_ASKED_OF_USER: usize = 16;
/// The longest time for which an alert waits for the model.
pub(super) const WAIT: TimeDelta = TimeDelta::seconds(5);

/// Decides about the alerts of watches about which something was learned.
pub(super) async fn decide(
    by_user: &mut ByUser,
    watchers: &HashMap<Uuid, Watcher>,
    items: &[ForumItem],
    context: StoreContext<'_>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let learning = watchers.values().filter(|watcher| watcher.sets_aside);
    let learning: Vec<Uuid> = learning.map(|watcher| watcher.watch_id).take(MAX_LEARNED).collect();
    if learning.is_empty() {
        return Ok(());
    }
    let learned = Learned::load(&learning, context.embeddings, conn).await?;
    let (mut decided, mut asked) = (0, 0);
    for alerts in by_user.values_mut() {
        let mut asked_of_user = 0;
        for alert in alerts {
            let watch_id = alert.found.watch_id;
            let watcher = &watchers[&watch_id];
            let mut probability = UNKNOWN;
            if let Some(learned) = learned.get(&watch_id) {
                if decided == MAX_DECIDED {
                    continue;
                }
                decided += 1;
                let item = &items[alert.found.item];
                let score = learned.score(&item.searched(), &alert.found.matches.0);
                if score.sets_aside {
                    let is_shown = relevance::is_audited(&item.forum_id, watch_id.as_u128());
                    alert.aside = Some(if is_shown { Aside::Shown } else { Aside::SetAside });
                    continue;
                }
                probability = score.probability;
            }
            let is_open = watcher.sets_aside && watcher.is_described && OPEN.contains(&probability);
            let fits = asked < MAX_ASKED && asked_of_user < MAX_ASKED_OF_USER;
            if context.asks_second_opinions && is_open && fits {
                asked += 1;
                asked_of_user += 1;
                alert.is_unsure = true;
            }
        }
    }
    Ok(())
}

/// Stores the decisions about alerts that are probably not relevant, and about which of them the model is asked.
pub(super) async fn store(
    alerts: &[&Alert],
    watchers: &HashMap<Uuid, Watcher>,
    now: DateTime<Utc>,
    conn: &Conn,
) -> QueryResult<()> {
    let user_id = |alert: &Alert| watchers[&alert.found.watch_id].user_id;
    let decided = alerts.iter().filter_map(|alert| {
        let aside = alert.aside?;
        Some(Decided {
            notification_id: alert.id,
            seen_at: alert.item.seen_at,
            watch_id: alert.found.watch_id,
            user_id: user_id(alert),
            is_shown: aside == Aside::Shown,
        })
    });
    let wanted = alerts.iter().filter(|alert| alert.is_unsure).map(|alert| Wanted {
        notification_id: alert.id,
        seen_at: alert.item.seen_at,
        item_id: alert.item.id,
        watch_id: alert.found.watch_id,
        user_id: user_id(alert),
    });
    Decided::insert(&decided.collect::<Vec<_>>(), conn).await?;
    Wanted::insert(&wanted.collect::<Vec<_>>(), now + WAIT, conn).await
}
