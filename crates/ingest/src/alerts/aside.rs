//! Sets aside the matches that are probably not relevant, by what was learned from earlier ones of the same watch.

use std::collections::HashMap;

use diesel::QueryResult;
use uuid::Uuid;

use super::alert::{Alert, Aside, ByUser};
use super::watcher::Watcher;
use db::Conn;
use db::models::set_aside::Decided;
use domain::learned::Learned;
use platform::sources::ForumItem;

/// The most alerts of a batch that are decided on; the others are shown as usual. Rows are locked meanwhile, and a
/// decision takes up to 50 µs.
const MAX_DECIDED: usize = 4_000;
/// The most watches of a batch for which what was learned is loaded, up to 37 KB each.
const MAX_LEARNED: usize = 1_000;

/// Decides about the alerts of watches about which something was learned.
pub(super) async fn decide(
    by_user: &mut ByUser,
    watchers: &HashMap<Uuid, Watcher>,
    items: &[ForumItem],
    conn: &mut Conn,
) -> QueryResult<()> {
    let learning = watchers.values().filter(|watcher| watcher.sets_aside);
    let learning: Vec<Uuid> = learning.map(|watcher| watcher.watch_id).take(MAX_LEARNED).collect();
    if learning.is_empty() {
        return Ok(());
    }
    let learned = Learned::load(&learning, conn).await?;
    let alerts = by_user.values_mut().flatten();
    let of_learned = alerts.filter_map(|alert| Some((learned.get(&alert.found.watch_id)?, alert)));
    for (learned, alert) in of_learned.take(MAX_DECIDED) {
        let item = &items[alert.found.item];
        if learned.sets_aside(&item.searched(), &alert.found.matches.0) {
            let is_shown = relevance::is_audited(&item.forum_id, alert.found.watch_id.as_u128());
            alert.aside = Some(if is_shown { Aside::Shown } else { Aside::SetAside });
        }
    }
    Ok(())
}

/// Stores the decisions about alerts that are probably not relevant.
pub(super) async fn store(
    alerts: &[&Alert],
    watchers: &HashMap<Uuid, Watcher>,
    conn: &Conn,
) -> QueryResult<()> {
    let decided = alerts.iter().filter_map(|alert| {
        let aside = alert.aside?;
        Some(Decided {
            notification_id: alert.id,
            seen_at: alert.item.seen_at,
            watch_id: alert.found.watch_id,
            user_id: watchers[&alert.found.watch_id].user_id,
            is_shown: aside == Aside::Shown,
        })
    });
    Decided::insert(&decided.collect::<Vec<_>>(), conn).await
}
