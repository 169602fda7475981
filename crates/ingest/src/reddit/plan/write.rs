//! Writes the plan into `poll_state`.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use super::listings::PlannedListing;
use db::Conn;
use db::models::item::ItemKind;
use db::models::poll_state::PollState;
use db::schema::{poll_plan, poll_state};
use platform::coverage::{Moved, move_readings};

/// Replaces the plan `held`. A subreddit that moves to another listing is read from the position that its old
/// listing reached.
pub(super) async fn write(
    planned: &[PlannedListing],
    held: &[PollState],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    move_readings(&moved(planned, held), conn).await?;
    let by_key: HashMap<&str, &PollState> = held.iter().map(|h| (h.listing.as_str(), h)).collect();
    for listing in planned {
        match by_key.get(listing.key.as_str()) {
            Some(held) if held.planned == listing.names => {}
            Some(_) => change(listing, now, conn).await?,
            None => insert(listing, now, conn).await?,
        }
    }
    set_intervals(planned, conn).await?;
    let keys: Vec<&str> = planned.iter().map(|listing| listing.key.as_str()).collect();
    let unplanned = poll_state::table.filter(poll_state::listing.ne_all(keys));
    diesel::delete(unplanned).execute(conn).await?;
    diesel::update(poll_plan::table.filter(poll_plan::moves_at.is_not_null()))
        .set(poll_plan::moves_at.eq(None::<DateTime<Utc>>))
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the listings that have been read and that lose a subreddit to another one.
pub(super) fn losing<'a>(planned: &[PlannedListing], held: &'a [PollState]) -> BTreeSet<&'a str> {
    let moves = moves(planned, held).into_iter();
    moves.map(|(_, _, old)| old.listing.as_str()).collect()
}

/// Returns what moves to a listing from another one that has read it until now.
fn moved(planned: &[PlannedListing], held: &[PollState]) -> Vec<Moved> {
    let moves = moves(planned, held).into_iter();
    let moved = moves.filter_map(|(listing, name, old)| {
        Some(Moved { kind: listing.kind, place: name.clone(), read_until: old.polled_at? })
    });
    moved.collect()
}

/// Returns the subreddits that move to a listing, with the listing that has read them until now.
fn moves<'a, 'b>(
    planned: &'a [PlannedListing],
    held: &'b [PollState],
) -> Vec<(&'a PlannedListing, &'a String, &'b PollState)> {
    let mut read_in: HashMap<(ItemKind, &str), &PollState> = HashMap::new();
    for listing in held.iter().filter(|listing| listing.polled_at.is_some()) {
        for name in &listing.names {
            read_in.insert((listing.kind(), name), listing);
        }
    }
    let mut moves = Vec::new();
    for listing in planned {
        for name in &listing.names {
            let old = read_in.get(&(listing.kind, name.as_str()));
            if let Some(old) = old.filter(|old| old.listing != listing.key) {
                moves.push((listing, name, *old));
            }
        }
    }
    moves
}

async fn insert(listing: &PlannedListing, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    diesel::insert_into(poll_state::table)
        .values((
            poll_state::listing.eq(&listing.key),
            poll_state::planned.eq(&listing.names),
            poll_state::interval_ms.eq(listing.interval.num_milliseconds()),
            poll_state::next_poll_at.eq(now),
            poll_state::scheduled_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(())
}

/// Changes the members of a listing. It is due at once if there are new ones.
async fn change(listing: &PlannedListing, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE poll_state SET
             planned = $2,
             names = ARRAY(SELECT name FROM unnest(names) AS name WHERE name = ANY ($2)),
             next_poll_at = CASE WHEN $2 <@ planned THEN next_poll_at
                                 ELSE least(next_poll_at, $3) END
         WHERE listing = $1",
    )
    .bind::<Text, _>(&listing.key)
    .bind::<Array<Text>, _>(&listing.names)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores the intervals. A listing that is to be read more often than before does not wait as long as before.
async fn set_intervals(planned: &[PlannedListing], conn: &mut Conn) -> QueryResult<usize> {
    let intervals = planned.iter().map(|listing| listing.interval.num_milliseconds());
    diesel::sql_query(
        "UPDATE poll_state p SET
             interval_ms = new.interval_ms,
             next_poll_at = CASE failures WHEN 0
                 THEN least(next_poll_at,
                            scheduled_at + new.interval_ms * interval '1 millisecond')
                 ELSE next_poll_at END
         FROM unnest($1, $2) AS new (listing, interval_ms)
         WHERE p.listing = new.listing AND p.interval_ms <> new.interval_ms",
    )
    .bind::<Array<Text>, _>(planned.iter().map(|listing| &listing.key).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(intervals.collect::<Vec<_>>())
    .execute(conn)
    .await
}
