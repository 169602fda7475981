//! Plans the listings to poll, and makes `poll_state` hold them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::listings::{PlannedListing, are_related, is_base, plan};
use crate::config::ForumConfig;
use crate::coverage::stop_reading;
use crate::db::Conn;
use crate::db::models::place::{Place, change_plan, plan_version};
use crate::db::models::poll_state::PollState;
use crate::db::schema::{places, poll_state};
use crate::watches::{ActiveWatches, Known, WatchedNames};

#[derive(Default)]
pub(super) struct Plan {
    pub(super) listings: HashMap<String, PlannedListing>,
    pub(super) keys: Vec<String>,
    pub(super) intervals: Intervals,
    /// The version of the watched names it was made for; none if it may hold names that nobody
    /// watches any more.
    pub(super) names: Option<u64>,
    /// Of what is known of these subreddits.
    pub(super) version: i64,
}

/// Time between two polls of one listing.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Intervals {
    /// Of everything: the same however much is watched.
    pub(super) base: TimeDelta,
    /// Of a group of watched subreddits: longer the more groups there are.
    pub(super) group: TimeDelta,
}

impl Plan {
    /// Plans for the watches that this process knows of.
    ///
    /// One process plans after the other. What it has not heard of, another one may have: a name is
    /// taken out only if no watch that changed since names it.
    pub(super) async fn make(
        watches: &ActiveWatches,
        forum: &ForumConfig,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> anyhow::Result<Self> {
        // First the mark, then the names: these hold all that the mark says.
        let known = watches.known().await;
        let watched = watches.watched_names();
        conn.transaction(async |conn| -> anyhow::Result<Self> {
            lock_plan(conn).await?;
            let is_whole = mark_watched(&watched, &known, now, conn).await?;
            let version = plan_version(conn).await?;
            let names = polled_names(conn).await?;
            stop_reading(&names, conn).await?;
            let planned = plan(&names).into_iter();
            let listings: HashMap<String, PlannedListing> = planned
                .map(|planned| (planned.key.clone(), planned))
                .collect();
            let mut keys: Vec<String> = listings.keys().cloned().collect();
            keys.sort_unstable();
            write(&keys, now, conn).await?;
            Ok(Self {
                keys,
                intervals: Intervals::of(&listings, forum),
                listings,
                names: is_whole.then_some(watched.version),
                version,
            })
        })
        .await
    }
}

/// Keeps others from planning until the transaction ends.
pub(super) async fn lock_plan(conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('harken.plan'))")
        .execute(conn)
        .await?;
    Ok(())
}

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    is_watched: bool,
    #[diesel(sql_type = Bool)]
    is_unknown: bool,
}

/// Makes `places` say which names are watched. What is new waits until the forum was asked, behind as
/// many names as its owner has waiting already; if somebody asked lately, the answer holds. Returns
/// whether it could take out what nobody watches any more.
async fn mark_watched(
    watched: &WatchedNames,
    known: &Known,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let held: Vec<Held> = diesel::sql_query(
        "SELECT name, is_watched, state = 'unknown' AS is_unknown FROM places
         WHERE is_watched OR name = ANY($1)",
    )
    .bind::<Array<Text>, _>(watched.users.keys().collect::<Vec<_>>())
    .load(conn)
    .await?;
    insert_new(watched, &held, now, conn).await?;
    let since = known.names_since(conn).await?;
    let (mut again, mut no_longer) = (Vec::new(), Vec::new());
    for place in &held {
        match (place.is_watched, watched.users.contains_key(&place.name)) {
            (false, true) => again.push(&place.name),
            (true, false)
                if since
                    .as_ref()
                    .is_some_and(|names| !names.contains(&place.name)) =>
            {
                no_longer.push(&place.name);
            }
            _ => {}
        }
    }
    for (names, is_watched) in [(again, true), (no_longer, false)] {
        if !names.is_empty() {
            diesel::update(places::table.filter(places::name.eq_any(names)))
                .set(places::is_watched.eq(is_watched))
                .execute(conn)
                .await?;
        }
    }
    take_answers(now, conn).await?;
    Ok(since.is_some())
}

/// Queues the names that nobody has watched before.
async fn insert_new(
    watched: &WatchedNames,
    held: &[Held],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let there: HashSet<&String> = held.iter().map(|place| &place.name).collect();
    let new: BTreeMap<&String, &Vec<Uuid>> = watched
        .users
        .iter()
        .filter(|(name, _)| !there.contains(name))
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    let mut waiting: HashMap<Uuid, i32> = HashMap::new();
    let unknown = held.iter().filter(|place| place.is_unknown);
    for user in unknown.flat_map(|place| watched.users.get(&place.name).into_iter().flatten()) {
        *waiting.entry(*user).or_default() += 1;
    }
    let (mut names, mut turns) = (Vec::new(), Vec::new());
    for (name, users) in new {
        let turn = users.iter().map(|user| {
            let turn = waiting.entry(*user).or_default();
            *turn = turn.saturating_add(1);
            *turn
        });
        turns.push(turn.min().unwrap_or_default());
        names.push(name);
    }
    diesel::sql_query(
        "INSERT INTO places (name, state, since, turn, next_check_at)
         SELECT name, 'unknown', $3, turn, $3 FROM unnest($1, $2) AS new (name, turn)
         ON CONFLICT DO NOTHING",
    )
    .bind::<Array<Text>, _>(names)
    .bind::<Array<Integer>, _>(turns)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes in what somebody asked lately about names that wait.
async fn take_answers(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    let answered = diesel::sql_query(
        "UPDATE places p
         SET state = CASE WHEN c.found THEN 'ok' WHEN c.reason = 'not_found' THEN 'missing'
                     ELSE c.reason END,
             since = $1, checked_at = $1, next_check_at = c.expires_at,
             bad_checks = CASE WHEN c.found THEN 0 ELSE 1 END
         FROM subreddit_checks c
         WHERE c.name = p.name AND p.state = 'unknown' AND c.expires_at > $1
             AND (c.found OR c.reason IS NOT NULL)",
    )
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    if answered > 0 {
        change_plan(conn).await?;
    }
    Ok(())
}

/// The subreddits that are watched and can be read, in lower case.
async fn polled_names(conn: &mut Conn) -> QueryResult<BTreeSet<String>> {
    let valid = |name: &String| matcher::SubredditName::parse(name).is_ok();
    let names = Place::polled_names(conn).await?;
    Ok(names.into_iter().filter(valid).collect())
}

impl Intervals {
    /// The configured time, or longer if one request a listing would need more than two fifths of
    /// the budget: the rest is for overlaps, sweeps and people. Of these, what is listed of
    /// everything takes a half at most, and the groups what it leaves.
    fn of(listings: &HashMap<String, PlannedListing>, forum: &ForumConfig) -> Self {
        let groups = listings.keys().filter(|key| !is_base(key)).count();
        let a_minute = 0.4 * f64::from(forum.requests_per_minute);
        let base = f64::from(forum.poll_seconds).max(2.0 * 60.0 / a_minute);
        let group = groups as f64 * 60.0 / (a_minute - 60.0 / base);
        let milliseconds = |seconds: f64| TimeDelta::milliseconds((seconds * 1_000.0) as i64);
        Self {
            base: milliseconds(base),
            group: milliseconds(group.max(base)),
        }
    }

    pub(super) fn of_listing(self, key: &str) -> TimeDelta {
        match is_base(key) {
            true => self.base,
            false => self.group,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn intervals(names: usize, requests_per_minute: u32) -> Intervals {
        let names = (0..names).map(|n| format!("subreddit_{n}")).collect();
        let listings = plan(&names).into_iter();
        let listings = listings.map(|planned| (planned.key.clone(), planned));
        let forum = ForumConfig {
            requests_per_minute,
            poll_seconds: 5,
            ..ForumConfig::default()
        };
        Intervals::of(&listings.collect(), &forum)
    }

    #[test]
    fn everything_keeps_its_pace_however_much_is_watched() {
        let base = TimeDelta::seconds(5);
        assert_eq!(intervals(0, 100).base, base);
        assert_eq!(intervals(3_000, 100).base, base);
        assert_eq!(intervals(10, 100).group, base);
        // Less is allowed than every five seconds would take.
        assert_eq!(intervals(10, 10).base, TimeDelta::seconds(30));
    }

    #[test]
    fn the_groups_share_what_is_left() {
        for (names, requests_per_minute) in [(10, 10), (300, 100), (3_000, 100)] {
            let names: BTreeSet<String> = (0..names).map(|n| format!("subreddit_{n}")).collect();
            let groups = plan(&names).len() - 2;
            let Intervals { base, group } = intervals(names.len(), requests_per_minute);
            let a_minute = |listings: usize, interval: TimeDelta| {
                listings as f64 * 60.0 / interval.as_seconds_f64()
            };
            let needed = a_minute(1, base) + a_minute(groups, group);
            let share = 0.4 * f64::from(requests_per_minute);
            assert!(
                needed <= share + 0.1,
                "{needed} of {share} requests a minute"
            );
        }
    }
}
