//! Counts what the variants of watches find beyond the watches themselves. Nobody is alerted of these items,
//! and they are kept no longer for it.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{ItemKey, LOOK_BACK};
use db::Conn;
use db::models::watch_variant::{Added, Latest, MAX_LATEST};
use db::schema::watch_variants;
use domain::watches::match_items::Matched;
use platform::sources::ForumItem;

/// Adds what variants found of the items that have a key, and their watches did not. Locks their rows in the order of
/// their ids, after all that alerts lock.
pub(crate) async fn note(
    items: &[ForumItem],
    keys: &HashMap<usize, ItemKey>,
    matched: &Matched,
    conn: &mut Conn,
) -> QueryResult<()> {
    let added = added(items, keys, matched);
    if added.is_empty() {
        return Ok(());
    }
    let variants = watch_variants::table
        .filter(watch_variants::watch_id.eq_any(added.keys()))
        .filter(watch_variants::ended_at.is_null())
        .order(watch_variants::watch_id)
        .select((watch_variants::watch_id, watch_variants::started_at, watch_variants::latest))
        .for_no_key_update()
        .load::<(Uuid, DateTime<Utc>, Latest)>(conn)
        .await?;
    for (watch_id, started_at, Latest(mut latest)) in variants {
        let places = added[&watch_id].iter();
        // As the keyword would alert if this were its rule from then on.
        let since = places.filter(|place| items[**place].created_at >= started_at - LOOK_BACK);
        let since: Vec<Added> = since.map(|place| added_item(keys[place])).collect();
        let count = i64::try_from(since.len()).unwrap_or(i64::MAX);
        if count == 0 {
            continue;
        }
        latest.extend(since);
        latest.drain(..latest.len().saturating_sub(MAX_LATEST));
        diesel::update(watch_variants::table.find(watch_id))
            .set((
                watch_variants::added.eq(watch_variants::added + count),
                watch_variants::latest.eq(Latest(latest)),
            ))
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Returns the positions of the items that only variants found, by watch.
fn added(
    items: &[ForumItem],
    keys: &HashMap<usize, ItemKey>,
    matched: &Matched,
) -> BTreeMap<Uuid, Vec<usize>> {
    let mut added: BTreeMap<Uuid, Vec<usize>> = BTreeMap::new();
    if matched.of_variants.is_empty() {
        return added;
    }
    let found = matched.found.iter().map(|one| (one.item, one.watch_id));
    let found: HashSet<(usize, Uuid)> = found.collect();
    for one in &matched.of_variants {
        let is_new = keys.contains_key(&one.item) && !items[one.item].is_backlog;
        if is_new && !found.contains(&(one.item, one.watch_id)) {
            added.entry(one.watch_id).or_default().push(one.item);
        }
    }
    added
}

fn added_item(key: ItemKey) -> Added {
    Added { id: key.id, seen_at: key.seen_at }
}
