//! Filters out what a user has muted, of stored items that a watch matches or would match.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::QueryResult;

use crate::mutes::{Mutes, fold_name};
use db::Conn;
use db::models::item::Item;
use db::models::mute::Mute;
use db::models::watch::Watch;

/// Returns those whose items the watch's user has not muted.
///
/// # Errors
/// The database failed.
pub async fn not_muted<T>(
    watch: &Watch,
    mut found: Vec<T>,
    item_of: impl Fn(&T) -> &Item,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<T>> {
    let values: BTreeSet<String> = found
        .iter()
        .map(&item_of)
        .flat_map(|item| {
            let names = [fold_name(&item.author), fold_name(&item.subreddit)];
            names.into_iter().chain([item.thread_id.clone()])
        })
        .collect();
    let values: Vec<String> = values.into_iter().collect();
    let mutes = Mutes::new(&Mute::that_concern(&[watch.user_id], &values, now, conn).await?);
    found.retain(|one| {
        let item = item_of(one);
        let prepared = mutes.prepare(&item.searched(), &item.thread_id);
        mutes.cover(watch.user_id, watch.id, &prepared).is_none()
    });
    Ok(found)
}
