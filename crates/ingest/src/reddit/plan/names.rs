//! Determines which subreddits are read: those that somebody watches and that the forum shows.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::models::place::{Place, change_plan};
use db::schema::places;
use domain::watches::{Known, WatchedNames};

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    is_watched: bool,
    #[diesel(sql_type = Bool)]
    is_unknown: bool,
    #[diesel(sql_type = Integer)]
    watchers: i32,
}

/// Marks the watched names in `places`. New names wait until the forum was asked, behind the names
/// that their owner has waiting already; a recent answer is reused. Returns whether names that nobody
/// watches any more could be removed.
pub(super) async fn mark_watched(
    watched: &WatchedNames,
    known: &Known,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let held: Vec<Held> = diesel::sql_query(
        "SELECT name, is_watched, state = 'unknown' AS is_unknown, watchers FROM places
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
            (true, false) if since.as_ref().is_some_and(|names| !names.contains(&place.name)) => {
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
    count_watchers(watched, &held, conn).await?;
    take_answers(now, conn).await?;
    Ok(since.is_some())
}

/// Stores the number of users who watch each name, where it has changed.
async fn count_watchers(
    watched: &WatchedNames,
    held: &[Held],
    conn: &mut Conn,
) -> QueryResult<usize> {
    let (mut names, mut counts) = (Vec::new(), Vec::new());
    for place in held {
        let users = watched.users.get(&place.name).map_or(0, Vec::len);
        let count = i32::try_from(users).unwrap_or(i32::MAX);
        if count > 0 && count != place.watchers {
            names.push(&place.name);
            counts.push(count);
        }
    }
    if names.is_empty() {
        return Ok(0);
    }
    diesel::sql_query(
        "UPDATE places p SET watchers = new.watchers
         FROM unnest($1, $2) AS new (name, watchers) WHERE p.name = new.name",
    )
    .bind::<Array<Text>, _>(names)
    .bind::<Array<Integer>, _>(counts)
    .execute(conn)
    .await
}

/// Queues the names that nobody has watched before.
async fn insert_new(
    watched: &WatchedNames,
    held: &[Held],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let there: HashSet<&String> = held.iter().map(|place| &place.name).collect();
    let new: BTreeMap<&String, &Vec<Uuid>> =
        watched.users.iter().filter(|(name, _)| !there.contains(name)).collect();
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

/// Applies recent answers to names that wait.
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

/// Finds the subreddits that are watched and can be read, in lower case, and how many watch each.
pub(super) async fn polled_names(conn: &mut Conn) -> QueryResult<BTreeMap<String, u32>> {
    let names = Place::polled(conn).await?.into_iter();
    let valid = names.filter(|(name, _)| matcher::SubredditName::parse(name).is_ok());
    Ok(valid.map(|(name, watchers)| (name, u32::try_from(watchers).unwrap_or(1).max(1))).collect())
}
