//! Counts the matches of each user and each watch, in their own rows: in total, and in this hour
//! and the one before.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::alert::ByUser;
use db::{Conn, Prepare};

/// Matches that are counted and not listed.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    pub(super) of_watches: BTreeMap<Uuid, i64>,
    pub(super) of_users: BTreeMap<Uuid, i64>,
}

#[derive(QueryableByName)]
struct Cursor {
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = BigInt)]
    listed: i64,
}

/// Gives each notification its position in its user's sequence, and returns how many notifications each user
/// had in this hour before. The rows are locked in the order of user ids until commit, those of `others` too,
/// so that the order of the numbers is the order of commit, and each process sees what the one before it
/// listed. Their watches may be locked in any order then.
pub(super) async fn take_places(
    by_user: &mut ByUser,
    others: impl IntoIterator<Item = Uuid>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, i64>> {
    let mut counts: BTreeMap<Uuid, i64> = others.into_iter().map(|user_id| (user_id, 0)).collect();
    counts.extend(by_user.iter().map(|(user_id, alerts)| (*user_id, alerts.len() as i64)));
    let cursors: Vec<Cursor> = diesel::sql_query(
        "INSERT INTO live_cursors AS known (user_id, seq, hour, listed)
         SELECT user_id, n, $3, n FROM unnest($1, $2) AS batch (user_id, n)
         ON CONFLICT (user_id) DO UPDATE
             SET seq = known.seq + excluded.seq,
                 hour = greatest(known.hour, excluded.hour),
                 listed = excluded.listed
                     + CASE WHEN known.hour >= excluded.hour THEN known.listed ELSE 0 END
         RETURNING user_id, seq, listed",
    )
    .bind::<Array<SqlUuid>, _>(counts.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(counts.values().collect::<Vec<_>>())
    .bind::<Timestamptz, _>(hour(now))
    .prepared()
    .load(conn)
    .await?;
    let mut listed = HashMap::with_capacity(cursors.len());
    for cursor in cursors {
        let Some(alerts) = by_user.get_mut(&cursor.user_id) else {
            continue;
        };
        listed.insert(cursor.user_id, cursor.listed - alerts.len() as i64);
        for (back, alert) in alerts.iter_mut().rev().enumerate() {
            alert.seq = cursor.seq - back as i64;
        }
    }
    Ok(listed)
}

/// The recent matches of each watch, before this batch.
#[derive(Debug, Default)]
pub(super) struct Paces {
    of_watches: HashMap<Uuid, Pace>,
    /// The part of the past hour that lies before the beginning of this hour.
    rest: f64,
}

#[derive(Debug, Default, Clone, Copy)]
struct Pace {
    this_hour: i64,
    hour_before: i64,
}

impl Paces {
    /// Returns how many were listed since this hour began.
    pub(super) fn this_hour(&self, watch_id: Uuid) -> i64 {
        self.of_watches.get(&watch_id).map_or(0, |p| p.this_hour)
    }

    /// Returns how many were listed in the past sixty minutes, assuming that those of the hour before came
    /// evenly.
    pub(super) fn past_hour(&self, watch_id: Uuid) -> i64 {
        let Pace { this_hour, hour_before } =
            self.of_watches.get(&watch_id).copied().unwrap_or_default();
        this_hour + (hour_before as f64 * self.rest) as i64
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    hour_matches: i64,
    #[diesel(sql_type = BigInt)]
    hour_before_matches: i64,
}

/// Counts the matches of each watch, and returns the earlier counts. Matches that were `muted` do not count,
/// but the watch is not silent.
pub(super) async fn count_matches(
    by_user: &ByUser,
    muted: &HashSet<Uuid>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Paces> {
    let mut counts: BTreeMap<Uuid, i64> = muted.iter().map(|watch_id| (*watch_id, 0)).collect();
    for alert in by_user.values().flatten() {
        *counts.entry(alert.found.watch_id).or_default() += 1;
    }
    let rows: Vec<Row> = diesel::sql_query(
        "UPDATE watches SET
             match_count = match_count + batch.n,
             last_match_at = greatest(last_match_at, $3),
             match_hour = greatest(match_hour, $4),
             hour_matches = batch.n + CASE WHEN match_hour >= $4 THEN hour_matches ELSE 0 END,
             hour_before_matches = CASE
                 WHEN match_hour >= $4 THEN hour_before_matches
                 WHEN match_hour = $4 - interval '1 hour' THEN hour_matches
                 ELSE 0 END
         FROM unnest($1, $2) AS batch (id, n) WHERE watches.id = batch.id
         RETURNING watches.id, hour_matches, hour_before_matches",
    )
    .bind::<Array<SqlUuid>, _>(counts.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(counts.values().collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(hour(now))
    .prepared()
    .load(conn)
    .await?;
    let pace = |row: &Row| Pace {
        this_hour: row.hour_matches - counts.get(&row.id).copied().unwrap_or_default(),
        hour_before: row.hour_before_matches,
    };
    let since = (now - hour(now)).num_milliseconds() as f64;
    let whole = TimeDelta::hours(1).num_milliseconds() as f64;
    Ok(Paces {
        of_watches: rows.iter().map(|row| (row.id, pace(row))).collect(),
        rest: 1.0 - since / whole,
    })
}

/// Subtracts the matches that were left out from the counts of listed ones, and stores their number. Also
/// subtracts those of each user that were `known`: they were listed before, and are no matches of their watches.
pub(super) async fn take_back(
    left_out: &LeftOut,
    known: BTreeMap<Uuid, i64>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let of_watches = &left_out.of_watches;
    let mut of_users = known;
    for (user_id, matches) in &left_out.of_users {
        *of_users.entry(*user_id).or_default() += matches;
    }
    if of_users.is_empty() {
        return Ok(());
    }
    // The rows of both are locked by now.
    diesel::sql_query(
        "WITH of_users AS (
             UPDATE live_cursors SET listed = listed - batch.n
             FROM unnest($4, $5) AS batch (user_id, n)
             WHERE live_cursors.user_id = batch.user_id),
         of_watches AS (
             UPDATE watches SET hour_matches = hour_matches - batch.n
             FROM unnest($1, $2) AS batch (id, n) WHERE watches.id = batch.id)
         INSERT INTO unlisted_matches AS known (watch_id, hour, matches)
         SELECT watch_id, $3, n FROM unnest($1, $2) AS batch (watch_id, n)
         ON CONFLICT (watch_id, hour) DO UPDATE SET matches = known.matches + excluded.matches",
    )
    .bind::<Array<SqlUuid>, _>(of_watches.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(of_watches.values().collect::<Vec<_>>())
    .bind::<Timestamptz, _>(hour(now))
    .bind::<Array<SqlUuid>, _>(of_users.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(of_users.values().collect::<Vec<_>>())
    .prepared()
    .execute(conn)
    .await?;
    Ok(())
}

fn hour(now: DateTime<Utc>) -> DateTime<Utc> {
    now.duration_trunc(TimeDelta::hours(1)).unwrap_or(now)
}
