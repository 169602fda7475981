//! Determines how many items places bring, from what the ledger has counted.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Integer, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use matcher::ALL;
use planner::rates::{HALF_LIFE_SECONDS, HourProfile, Rate};

use super::is_old;
use db::Conn;
use db::models::item::ItemKind;
use db::models::place::PlanState;
use db::schema::{place_readings, poll_plan};

/// Interval at which rates are taken again. In between all processes plan with the same.
pub(super) const RATED_EVERY: TimeDelta = TimeDelta::minutes(10);
/// The days over which the hours of a day are compared.
const PROFILE: TimeDelta = TimeDelta::days(7);

/// The rates of all places that are read.
#[derive(Default)]
pub(super) struct Rates {
    counted: HashMap<(ItemKind, String), (f64, f64)>,
    factors: HashMap<ItemKind, f64>,
}

impl Rates {
    /// Assumes that `items` came in `seconds` in a place of which nothing else is known.
    pub(super) fn suppose(&mut self, kind: ItemKind, place: &str, items: f64, seconds: f64) {
        let of = self.counted.entry((kind, place.to_owned()));
        of.or_insert((items, seconds));
    }

    /// Returns the rate of a place, read or not.
    pub(super) fn of(&self, kind: ItemKind, place: &str) -> Rate {
        let factor = self.factors.get(&kind).copied().unwrap_or(1.0);
        match self.counted.get(&(kind, place.to_owned())) {
            Some((items, seconds)) => Rate::estimate(*items, *seconds, factor),
            None => Rate::unknown(factor),
        }
    }
}

/// Loads the rates, and first measures them again if that was last done a while ago. Runs within the
/// transaction that plans, so that one process does so at a time.
pub(super) async fn rates(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Rates> {
    let plan = PlanState::load(conn).await?;
    let profiles = profiles(now, conn).await?;
    let rated_at = match plan.rated_at.filter(|_| !is_old(&plan, now)) {
        Some(at) => at,
        None => {
            for kind in ItemKind::ALL {
                let factor = factor(&profiles, *kind, now);
                count(*kind, factor, now, conn).await?;
            }
            diesel::update(poll_plan::table).set(poll_plan::rated_at.eq(now)).execute(conn).await?;
            now
        }
    };
    load(&profiles, rated_at, conn).await
}

/// Loads the rates as they were taken last.
pub(super) async fn held_rates(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Rates> {
    let profiles = profiles(now, conn).await?;
    load(&profiles, now, conn).await
}

async fn load(
    profiles: &HashMap<ItemKind, HourProfile>,
    at: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Rates> {
    let counted: Vec<(ItemKind, String, f64, f64)> = place_readings::table
        .filter(place_readings::place.ne(ALL))
        .filter(place_readings::ended_at.is_null())
        .select((
            place_readings::kind,
            place_readings::place,
            place_readings::rate_items,
            place_readings::rate_seconds,
        ))
        .load(conn)
        .await?;
    let kinds = ItemKind::ALL.iter();
    Ok(Rates {
        counted: counted
            .into_iter()
            .map(|(kind, place, items, seconds)| ((kind, place), (items, seconds)))
            .collect(),
        factors: kinds.map(|kind| (*kind, factor(profiles, *kind, at))).collect(),
    })
}

/// Counts what came since the last count.
async fn count(
    kind: ItemKind,
    factor: f64,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE place_readings r SET
             rate_items = r.rate_items * power(0.5, s.seconds / $3) + s.items - r.rate_hour_items,
             rate_seconds = r.rate_seconds * power(0.5, s.seconds / $3) + s.seconds * $4,
             rate_hour_items = s.of_this_hour, rated_until = $1
         FROM (
             SELECT p.place, extract(epoch FROM $1 - coalesce(p.rated_until, p.since))::float8
                        AS seconds,
                    coalesce(sum(h.items), 0)::float8 AS items,
                    coalesce(sum(h.items) FILTER (WHERE h.hour = date_trunc('hour', $1, 'UTC')), 0)
                        AS of_this_hour
             FROM place_readings p
             LEFT JOIN coverage_hours h ON h.place = p.place AND h.kind = p.kind
                 AND h.hour >= date_trunc('hour', coalesce(p.rated_until, p.since), 'UTC')
             WHERE p.kind = $2 AND p.place <> $5 AND p.ended_at IS NULL
                 AND coalesce(p.rated_until, p.since) < $1
             GROUP BY p.place, p.kind) s
         WHERE r.place = s.place AND r.kind = $2",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Text, _>(kind)
    .bind::<Double, _>(HALF_LIFE_SECONDS)
    .bind::<Double, _>(factor)
    .bind::<Text, _>(ALL)
    .execute(conn)
    .await
}

fn factor(profiles: &HashMap<ItemKind, HourProfile>, kind: ItemKind, at: DateTime<Utc>) -> f64 {
    let profile = profiles.get(&kind);
    profile.map_or(1.0, |profile| profile.factor(at.hour() as usize))
}

#[derive(QueryableByName)]
struct OfHour {
    #[diesel(sql_type = Text)]
    kind: ItemKind,
    #[diesel(sql_type = Integer)]
    hour: i32,
    #[diesel(sql_type = BigInt)]
    items: i64,
    /// The number of seconds of which everything was read.
    #[diesel(sql_type = BigInt)]
    seconds: i64,
}

/// Returns how posts and comments of everything spread over the hours of a day.
async fn profiles(
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashMap<ItemKind, HourProfile>> {
    let hours: Vec<OfHour> = diesel::sql_query(
        "SELECT kind, extract(hour FROM hour AT TIME ZONE 'UTC')::integer AS hour,
                sum(items)::bigint AS items,
                sum(greatest(3600 - gap_seconds, 0))::bigint AS seconds
         FROM coverage_hours
         WHERE place = $1 AND hour > $2 AND hour < date_trunc('hour', $3, 'UTC') GROUP BY 1, 2",
    )
    .bind::<Text, _>(ALL)
    .bind::<Timestamptz, _>(now - PROFILE)
    .bind::<Timestamptz, _>(now)
    .load(conn)
    .await?;
    let mut counts: HashMap<ItemKind, ([f64; 24], [f64; 24])> = HashMap::new();
    for hour in hours {
        let (items, seconds) = counts.entry(hour.kind).or_default();
        if let Ok(of_day) = usize::try_from(hour.hour) {
            items[of_day % 24] += hour.items as f64;
            seconds[of_day % 24] += hour.seconds as f64;
        }
    }
    let profile =
        |(items, seconds): ([f64; 24], [f64; 24])| HourProfile::from_counts(&items, &seconds);
    Ok(counts.into_iter().map(|(kind, of)| (kind, profile(of))).collect())
}
