//! The hourly ceilings. A watch on `the` matches tens of thousands of items an hour: beyond what its
//! user's plan lists of one watch, and of all together, matches are counted and nothing else. The
//! watch goes on, and its user learns how many were left out.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::alert::{Alert, Watcher};
use crate::config::Plans;
use crate::db::Conn;

/// How many matches of each watch are counted and not listed.
pub(super) type Unlisted = BTreeMap<Uuid, i64>;

#[derive(QueryableByName)]
struct Listed {
    /// A watch or a user.
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    listed: i64,
}

/// Takes out of `by_user` what is beyond the ceilings of this hour. The rows of the users' cursors
/// are locked: of several processes each sees what the one before it listed.
pub(super) async fn leave_out(
    by_user: &mut BTreeMap<Uuid, Vec<Alert>>,
    watchers: &HashMap<Uuid, Watcher>,
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Unlisted> {
    let mut listed = listed(by_user, now, conn).await?;
    let mut unlisted = Unlisted::new();
    for (user_id, alerts) in by_user.iter_mut() {
        alerts.retain(|alert| {
            let watch_id = alert.found.watch_id;
            let can = watchers[&watch_id].plan.capabilities(plans);
            let has_room = |id: &Uuid, limit: u32| {
                listed.get(id).copied().unwrap_or_default() < i64::from(limit)
            };
            let is_listed = has_room(&watch_id, can.hourly_matches_of_one)
                && has_room(user_id, can.hourly_matches);
            if is_listed {
                *listed.entry(watch_id).or_default() += 1;
                *listed.entry(*user_id).or_default() += 1;
            } else {
                *unlisted.entry(watch_id).or_default() += 1;
            }
            is_listed
        });
    }
    by_user.retain(|_, alerts| !alerts.is_empty());
    Ok(unlisted)
}

/// What was listed in this hour, of each watch and of each user.
async fn listed(
    by_user: &BTreeMap<Uuid, Vec<Alert>>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, i64>> {
    let alerts = by_user.values().flatten();
    let watches: HashSet<Uuid> = alerts.map(|alert| alert.found.watch_id).collect();
    let rows: Vec<Listed> = diesel::sql_query(
        "SELECT watch_id AS id, listed FROM watch_hours WHERE watch_id = ANY($1) AND hour = $3
         UNION ALL
         SELECT user_id, listed FROM user_hours WHERE user_id = ANY($2) AND hour = $3",
    )
    .bind::<Array<SqlUuid>, _>(watches.into_iter().collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(by_user.keys().collect::<Vec<_>>())
    .bind::<Timestamptz, _>(hour(now))
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.listed)).collect())
}

/// Counts what was made, and what was left out, in this hour's rows.
pub(super) async fn count(
    made: &[&Alert],
    unlisted: &Unlisted,
    watchers: &HashMap<Uuid, Watcher>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let mut of_watches: BTreeMap<Uuid, (i64, i64)> = unlisted
        .iter()
        .map(|(id, count)| (*id, (0, *count)))
        .collect();
    let mut of_users: BTreeMap<Uuid, i64> = BTreeMap::new();
    for alert in made {
        let watch_id = alert.found.watch_id;
        of_watches.entry(watch_id).or_default().0 += 1;
        *of_users.entry(watchers[&watch_id].user_id).or_default() += 1;
    }
    if of_watches.is_empty() {
        return Ok(());
    }
    let (listed, left_out): (Vec<i64>, Vec<i64>) = of_watches.values().copied().unzip();
    diesel::sql_query(
        "WITH of_users AS (
             INSERT INTO user_hours AS known (user_id, hour, listed)
             SELECT user_id, $4, listed FROM unnest($5, $6) AS batch (user_id, listed)
             ON CONFLICT (user_id, hour) DO UPDATE SET listed = known.listed + excluded.listed)
         INSERT INTO watch_hours AS known (watch_id, hour, listed, unlisted)
         SELECT watch_id, $4, listed, unlisted
         FROM unnest($1, $2, $3) AS batch (watch_id, listed, unlisted)
         ON CONFLICT (watch_id, hour) DO UPDATE
             SET listed = known.listed + excluded.listed,
                 unlisted = known.unlisted + excluded.unlisted",
    )
    .bind::<Array<SqlUuid>, _>(of_watches.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(listed)
    .bind::<Array<BigInt>, _>(left_out)
    .bind::<Timestamptz, _>(hour(now))
    .bind::<Array<SqlUuid>, _>(of_users.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(of_users.values().copied().collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

fn hour(now: DateTime<Utc>) -> DateTime<Utc> {
    now.duration_trunc(TimeDelta::hours(1)).unwrap_or(now)
}
