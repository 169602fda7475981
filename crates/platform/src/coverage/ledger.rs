//! Records what was read, in the transaction that stores it, so that the ledger covers exactly what
//! is stored.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use matcher::{ALL, is_subreddit};
use uuid::Uuid;

use super::lag::Lag;
use super::read_as;
use db::models::coverage_gap::{CoverageGap, reason};
use db::models::item::ItemKind;
use db::schema::place_readings;
use db::{Conn, Prepare};

/// The longest gap in the ledger: of a longer one it holds the last part, as no row is kept for
/// longer.
const MAX_GAP: TimeDelta = TimeDelta::days(90);
const HALF_A_SECOND: TimeDelta = TimeDelta::milliseconds(500);

/// An item that was just stored.
#[derive(Debug, Clone, Copy)]
pub struct SeenItem<'a> {
    pub kind: ItemKind,
    /// In the forum's spelling, without `r/`.
    pub subreddit: &'a str,
    /// To the second.
    pub created_at: DateTime<Utc>,
}

impl SeenItem<'_> {
    /// Returns how long the item waited until `now`. It may have been posted at any time within its
    /// second: measured from the middle, each wait is within half a second of the true one, and so
    /// is each quantile.
    fn lag(&self, now: DateTime<Utc>) -> TimeDelta {
        now - self.created_at - HALF_A_SECOND
    }
}

#[derive(QueryableByName)]
struct Hidden {
    #[diesel(sql_type = Text)]
    place: String,
    #[diesel(sql_type = Timestamptz)]
    ended_at: DateTime<Utc>,
}

/// Begins the records of these subreddits; one that has begun continues. The time during which one
/// could not be read becomes a gap.
pub async fn begin_reading(
    kind: ItemKind,
    places: &[String],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let back: Vec<Hidden> = diesel::sql_query(
        "WITH back AS (
             DELETE FROM place_readings
             WHERE kind = $1 AND place = ANY ($2) AND ended_at IS NOT NULL RETURNING place, ended_at)
         SELECT place, ended_at FROM back ORDER BY place",
    )
    .bind::<Text, _>(kind)
    .bind::<Array<Text>, _>(places)
    .load(conn)
    .await?;
    diesel::sql_query(
        "INSERT INTO place_readings (place, kind, since)
         SELECT place, $1, $3 FROM unnest($2) AS place ORDER BY place
         ON CONFLICT DO NOTHING",
    )
    .bind::<Text, _>(kind)
    .bind::<Array<Text>, _>(places)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    for Hidden { place, ended_at } in back {
        let gap = CoverageGap {
            id: Uuid::now_v7(),
            listing: CoverageGap::listing_of(kind, &place),
            started_at: ended_at.min(now),
            ended_at: now,
            reason: reason::HIDDEN.to_owned(),
        };
        gap.record(TimeDelta::zero(), now, conn).await?;
        record_gap(&gap, conn).await?;
    }
    Ok(())
}

/// Ends the records of all subreddits but these, since the others are no longer read. What is in
/// the ledger remains. If a subreddit is still watched, its record is kept up to the time when it
/// could last be read.
pub async fn stop_reading(
    read: &[&String],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE place_readings r SET ended_at = least(coalesce(p.readable_at, $2), $2)
         FROM places p
         WHERE p.name = r.place AND p.is_watched AND r.ended_at IS NULL AND r.place <> ALL ($1)",
    )
    .bind::<Array<Text>, _>(read)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    diesel::sql_query(
        "DELETE FROM place_readings r
         WHERE place <> ALL ($1) AND place <> $2 AND NOT is_site(place)
             AND NOT EXISTS (SELECT FROM places p WHERE p.name = r.place AND p.is_watched)",
    )
    .bind::<Array<Text>, _>(read)
    .bind::<Text, _>(ALL)
    .execute(conn)
    .await?;
    Ok(())
}

/// A subreddit that moves to another listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub kind: ItemKind,
    /// In lower case.
    pub place: String,
    /// The time up to which its old listing has read it.
    pub read_until: DateTime<Utc>,
}

/// Records up to when subreddits were read that move to other listings.
pub async fn move_readings(moved: &[Moved], conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE place_readings r SET read_until = moved.read_until
         FROM unnest($1, $2, $3) AS moved (place, kind, read_until)
         WHERE r.place = moved.place AND r.kind = moved.kind",
    )
    .bind::<Array<Text>, _>(moved.iter().map(|moved| &moved.place).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(moved.iter().map(|moved| moved.kind).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(moved.iter().map(|moved| moved.read_until).collect::<Vec<_>>())
    .execute(conn)
    .await
}

/// Returns those of these subreddits that another listing has read, with the time up to which it
/// did.
pub async fn moved_readings(
    kind: ItemKind,
    places: &[String],
    conn: &mut Conn,
) -> QueryResult<Vec<Moved>> {
    let read: Vec<(String, Option<DateTime<Utc>>)> = place_readings::table
        .filter(place_readings::kind.eq(kind))
        .filter(place_readings::place.eq_any(places))
        .filter(place_readings::ended_at.is_null())
        .order(place_readings::place)
        .select((place_readings::place, place_readings::read_until))
        .load(conn)
        .await?;
    let moved = read
        .into_iter()
        .filter_map(|(place, read_until)| Some(Moved { kind, place, read_until: read_until? }));
    Ok(moved.collect())
}

/// Counts items, seen `now`, for everything and for the subreddits that are read for somebody.
/// Items posted before the record began are not late; the forum gives times to the second.
pub async fn record_items(
    items: &[SeenItem<'_>],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    let mut places = Vec::with_capacity(items.len() * 2);
    for item in items {
        places.push(read_as(item.subreddit));
    }
    // Items of other sites do not count for everything.
    let of_all = || items.iter().filter(|item| is_subreddit(item.subreddit));
    places.extend(of_all().map(|_| ALL.to_owned()));
    let twice = || items.iter().chain(of_all());
    let step = |item: &SeenItem<'_>| i32::try_from(Lag::step(item.lag(now))).unwrap_or(0);
    diesel::sql_query(
        "INSERT INTO coverage_hours AS h (place, kind, hour, items, waits)
         SELECT place, kind, date_trunc('hour', $1, 'UTC'), count(*), wait_counts(array_agg(step))
         FROM unnest($2, $3, $4, $5) AS seen (place, kind, created_at, step)
         JOIN place_readings USING (place, kind)
         WHERE created_at >= date_trunc('second', since) AND ended_at IS NULL
         GROUP BY place, kind ORDER BY place, kind
         ON CONFLICT (place, kind, hour) DO UPDATE SET
             items = h.items + excluded.items, waits = add_counts(h.waits, excluded.waits)",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Text>, _>(places)
    .bind::<Array<Text>, _>(twice().map(|item| item.kind).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(twice().map(|item| item.created_at).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(twice().map(step).collect::<Vec<_>>())
    .prepared()
    .execute(conn)
    .await
}

/// Adds the time of a gap to the hours that it touches. A gap of a listing of several subreddits
/// counts for none of them until each was read on its own.
pub async fn record_gap(gap: &CoverageGap, conn: &mut Conn) -> QueryResult<usize> {
    let Some((kind, place)) = gap.place() else {
        return Ok(0);
    };
    diesel::sql_query(
        "INSERT INTO coverage_hours AS h (place, kind, hour, gap_seconds)
         SELECT $1, $2, hour, ceil(extract(epoch FROM
             least(hour + interval '1 hour', $4) - greatest(hour, $3)))
         FROM generate_series(date_trunc('hour', $3, 'UTC'), $4, interval '1 hour') AS hour
         WHERE least(hour + interval '1 hour', $4) > greatest(hour, $3)
         ORDER BY hour
         ON CONFLICT (place, kind, hour) DO UPDATE SET
             gap_seconds = h.gap_seconds + excluded.gap_seconds",
    )
    .bind::<Text, _>(place)
    .bind::<Text, _>(kind)
    .bind::<Timestamptz, _>(gap.started_at.max(gap.ended_at - MAX_GAP))
    .bind::<Timestamptz, _>(gap.ended_at)
    .execute(conn)
    .await
}
