//! Plans the listings to poll, and makes `poll_state` hold them.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::listings::{PlannedListing, are_related, plan};
use crate::config::ForumConfig;
use crate::db::Conn;
use crate::db::models::poll_state::PollState;
use crate::db::schema::poll_state;

#[derive(Default)]
pub(super) struct Plan {
    pub(super) listings: HashMap<String, PlannedListing>,
    pub(super) keys: Vec<String>,
    /// Time between two polls of one listing.
    pub(super) interval: TimeDelta,
    /// Of the watches it was made for.
    pub(super) generation: u64,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

impl Plan {
    /// Plans for the watches as they are now, which are of this generation or of a later one.
    ///
    /// One process plans after the other, and reads the watches when its turn has come: one that
    /// had read them earlier would take the new listings of another for old ones and delete them.
    pub(super) async fn make(
        generation: u64,
        forum: &ForumConfig,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> anyhow::Result<Self> {
        conn.transaction(async |conn| -> anyhow::Result<Self> {
            diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('harken.plan'))")
                .execute(conn)
                .await?;
            let planned = plan(&watched_names(conn).await?).into_iter();
            let listings: HashMap<String, PlannedListing> = planned
                .map(|planned| (planned.key.clone(), planned))
                .collect();
            let mut keys: Vec<String> = listings.keys().cloned().collect();
            keys.sort_unstable();
            write(&keys, now, conn).await?;
            Ok(Self {
                keys,
                interval: interval(listings.len(), forum),
                listings,
                generation,
            })
        })
        .await
    }
}

/// The subreddits that somebody watches, in lower case.
async fn watched_names(conn: &mut Conn) -> QueryResult<BTreeSet<String>> {
    let names: Vec<Name> = diesel::sql_query(
        "SELECT DISTINCT lower(name) AS name FROM watches w
         JOIN users u ON u.id = w.user_id, unnest(w.subreddits) AS name
         WHERE w.is_active AND u.email_verified_at IS NOT NULL",
    )
    .load(conn)
    .await?;
    let valid = |name: &String| matcher::SubredditName::parse(name).is_ok();
    Ok(names.into_iter().map(|n| n.name).filter(valid).collect())
}

/// The configured time, or longer if one request a listing would need more than two fifths of the
/// budget: the rest is for overlaps, sweeps and people.
fn interval(listings: usize, forum: &ForumConfig) -> TimeDelta {
    let paced = listings as f64 * 60.0 / (0.4 * f64::from(forum.requests_per_minute));
    let shortest = f64::from(forum.poll_seconds);
    TimeDelta::milliseconds((paced.max(shortest) * 1_000.0) as i64)
}

/// Makes `poll_state` hold the planned listings. A new one that shares watched subreddits with an
/// old one, of which it is a part or the sum, goes on from there.
async fn write(keys: &[String], now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    let held: Vec<PollState> = poll_state::table
        .select(PollState::as_select())
        .load(conn)
        .await?;
    for key in keys
        .iter()
        .filter(|key| held.iter().all(|h| h.listing != **key))
    {
        let related: Vec<&PollState> = held
            .iter()
            .filter(|h| are_related(&h.listing, key))
            .collect();
        let known: Vec<&String> = related.iter().flat_map(|h| &h.known_ids).collect();
        let names: Vec<&String> = related.iter().flat_map(|h| &h.names).collect();
        diesel::insert_into(poll_state::table)
            .values((
                poll_state::listing.eq(key),
                poll_state::known_ids.eq(known),
                poll_state::names.eq(names),
                poll_state::polled_at.eq(related.iter().filter_map(|h| h.polled_at).min()),
                poll_state::next_poll_at.eq(now),
                poll_state::scheduled_at.eq(now),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
    }
    let unplanned = poll_state::table.filter(poll_state::listing.ne_all(keys));
    diesel::delete(unplanned).execute(conn).await?;
    Ok(())
}
