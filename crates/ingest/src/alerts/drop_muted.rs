//! Drops the matches that their users have muted.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use uuid::Uuid;

use super::alert::ByUser;
use db::Conn;
use db::models::mute::Mute;
use domain::mutes::{Mutes, PreparedItem, fold_name};
use platform::sources::ForumItem;

/// Drops the alerts that their users have muted, and returns the watches of those.
pub(super) async fn drop_muted(
    by_user: &mut ByUser,
    items: &[ForumItem],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashSet<Uuid>> {
    if by_user.is_empty() {
        return Ok(HashSet::new());
    }
    let users: Vec<Uuid> = by_user.keys().copied().collect();
    let places: BTreeSet<usize> = by_user.values().flatten().map(|a| a.found.item).collect();
    let values: BTreeSet<String> = places
        .iter()
        .map(|place| &items[*place])
        .flat_map(|item| {
            let names = [fold_name(&item.author), fold_name(&item.subreddit)];
            names.into_iter().chain([item.thread_id.clone()])
        })
        .collect();
    let values: Vec<String> = values.into_iter().collect();
    let mutes = Mutes::new(&Mute::that_concern(&users, &values, now, conn).await?);
    if mutes.is_empty() {
        return Ok(HashSet::new());
    }
    let prepared: HashMap<usize, PreparedItem<'_>> = places
        .into_iter()
        .map(|place| {
            let item = &items[place];
            (place, mutes.prepare(&item.searched(), &item.thread_id))
        })
        .collect();
    let mut muted = HashSet::new();
    for (user_id, alerts) in by_user.iter_mut() {
        alerts.retain(|alert| {
            let watch_id = alert.found.watch_id;
            let mute = mutes.cover(*user_id, watch_id, &prepared[&alert.found.item]);
            if mute.is_some() {
                muted.insert(watch_id);
            }
            mute.is_none()
        });
    }
    by_user.retain(|_, alerts| !alerts.is_empty());
    Ok(muted)
}
