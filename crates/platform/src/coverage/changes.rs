//! Reports what becomes of gaps to those who subscribe to it. A gap is reported when it has lasted
//! a while, and once more when it is filled or over. Reports are sent in rounds: one message per
//! round lists all changes to what its receiver watches, so that no outage causes more messages
//! than there are rounds.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use db::Conn;
use db::models::coverage_gap::CoverageGap;
use db::models::gap_change::{GapChange, GapState, SETTLED};
use db::models::gap_fill::GapFill;
use db::models::poll_state::ALL_COMMENTS;
use db::schema::{coverage_gaps, gap_changes, gap_fills};

/// The interval between rounds: an endpoint receives at most twelve messages an hour.
const ROUND_EVERY: TimeDelta = TimeDelta::minutes(5);
/// The number of gaps handled in one transaction.
const BATCH: i64 = 1_000;
/// The most changes in one round; the rest waits for the next one.
const MAX_CHANGES_A_ROUND: i64 = 10_000;
/// The most gaps that one message lists; of the others it gives the number.
const MAX_GAPS_A_MESSAGE: i64 = 100;

/// Selects the changes `c` of the round `$1` to what a watch `w` covers, for watches whose matches
/// go to the endpoint `e`. The query around it must name `e`.
pub const CHANGES_FOR_E: &str = "watches w
    CROSS JOIN unnest(w.subreddits) AS subreddit
    JOIN gap_changes c ON c.round_id = $1 AND c.place = read_as(subreddit)
        AND CASE c.kind WHEN 'post' THEN w.include_posts ELSE w.include_comments END
    WHERE w.user_id = e.user_id AND w.is_active AND w.paused_at IS NULL
        AND (e.watch_ids IS NULL OR w.id = ANY (e.watch_ids))";

/// The content of one round for one endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gaps {
    /// The number of gaps; more than `changes` holds if there are very many.
    pub count: i64,
    /// The latest first.
    pub changes: Vec<GapChange>,
}

/// Records what became of gaps up to `now`, and returns the number of changes. Gaps that another
/// process is writing are left for the next call.
///
/// # Errors
/// The database failed; what was recorded until then remains.
pub async fn note_changes(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    let mut noted = 0;
    loop {
        let (looked_at, new) = conn
            .transaction::<_, diesel::result::Error, _>(async |conn| {
                let mut changes = still_filled(now, conn).await?;
                changes.extend(still_open(now, conn).await?);
                let (over, closed) = close(now, conn).await?;
                changes.extend(closed);
                let new = GapChange::note(&changes, conn).await?;
                Ok((over.max(changes.len()), new))
            })
            .await?;
        noted += new;
        if i64::try_from(looked_at).unwrap_or(i64::MAX) < BATCH {
            return Ok(noted);
        }
    }
}

/// Returns the gaps that have been in the course of being filled for a while.
async fn still_filled(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<GapChange>> {
    let known = gap_changes::table.filter(gap_changes::gap_id.eq(gap_fills::id));
    let fills: Vec<GapFill> = gap_fills::table
        .filter(gap_fills::opened_at.le(now - SETTLED))
        .filter(not(exists(known)))
        .limit(BATCH)
        .select(GapFill::as_select())
        .for_update()
        .skip_locked()
        .load(conn)
        .await?;
    let changes = fills.iter().map(|fill| of_fill(fill, GapState::Open));
    Ok(changes.collect())
}

/// Returns the gaps that may still grow and have existed for a while. Comments of everything are a
/// sample: what the sample lacks is not a gap.
async fn still_open(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<GapChange>> {
    let known = gap_changes::table.filter(gap_changes::gap_id.eq(coverage_gaps::id));
    let gaps: Vec<CoverageGap> = coverage_gaps::table
        .filter(coverage_gaps::closes_at.gt(now))
        .filter(coverage_gaps::opened_at.le(now - SETTLED))
        .filter(coverage_gaps::listing.ne(ALL_COMMENTS))
        .filter(not(exists(known)))
        .limit(BATCH)
        .select(CoverageGap::as_select())
        .for_update()
        .skip_locked()
        .load(conn)
        .await?;
    let changes = gaps.iter().filter_map(|gap| of_gap(gap, GapState::Open));
    Ok(changes.collect())
}

/// Closes the gaps that have not grown for a while, and returns their number and those to report.
async fn close(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<(usize, Vec<GapChange>)> {
    let gaps: Vec<CoverageGap> = coverage_gaps::table
        .filter(coverage_gaps::closes_at.le(now))
        .limit(BATCH)
        .select(CoverageGap::as_select())
        .for_update()
        .skip_locked()
        .load(conn)
        .await?;
    let ids: Vec<Uuid> = gaps.iter().map(|gap| gap.id).collect();
    diesel::update(coverage_gaps::table.filter(coverage_gaps::id.eq_any(ids)))
        .set(coverage_gaps::closes_at.eq(None::<DateTime<Utc>>))
        .execute(conn)
        .await?;
    let reported = gaps.iter().filter(|gap| gap.listing != ALL_COMMENTS);
    let changes = reported.filter_map(|gap| of_gap(gap, GapState::Closed));
    Ok((gaps.len(), changes.collect()))
}

/// Records that all of a gap was read after all, in the transaction that ends the reading. A gap
/// that was never reported is left out, as nobody knows of it.
///
/// # Errors
/// The database failed.
pub async fn note_filled(fill: &GapFill, conn: &mut Conn) -> QueryResult<()> {
    if GapChange::is_known(fill.id, conn).await? {
        GapChange::note(&[of_fill(fill, GapState::Filled)], conn).await?;
    }
    Ok(())
}

fn of_fill(fill: &GapFill, state: GapState) -> GapChange {
    GapChange {
        gap_id: fill.id,
        state,
        place: fill.name.clone(),
        kind: fill.kind,
        started_at: fill.started_at,
        ended_at: fill.ended_at,
        reason: fill.reason.clone(),
    }
}

fn of_gap(gap: &CoverageGap, state: GapState) -> Option<GapChange> {
    let (kind, place) = gap.place()?;
    Some(GapChange {
        gap_id: gap.id,
        state,
        place: place.to_owned(),
        kind,
        started_at: gap.started_at,
        ended_at: gap.ended_at,
        reason: gap.reason.clone(),
    })
}

/// Begins a round with what was recorded since the last one, unless there is nothing or the last
/// one has only just begun. Returns whether a round was begun. The last one must be over.
///
/// # Errors
/// The database failed.
pub async fn begin_round(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
    conn.transaction(async |conn| {
        let id = Uuid::now_v7();
        // A round in the future was begun by a clock that has since been set back.
        let begun = diesel::sql_query(
            "INSERT INTO gap_rounds (id, begun_at) SELECT $1, $2
             WHERE EXISTS (SELECT FROM gap_changes WHERE round_id IS NULL)
                 AND NOT EXISTS (SELECT FROM gap_rounds WHERE begun_at > $3 AND begun_at <= $2)
             ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(id)
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now - ROUND_EVERY)
        .execute(conn)
        .await?;
        if begun == 0 {
            return Ok(false);
        }
        diesel::sql_query(
            "UPDATE gap_changes SET round_id = $1 WHERE (gap_id, state) IN (
                 SELECT gap_id, state FROM gap_changes WHERE round_id IS NULL LIMIT $2)",
        )
        .bind::<SqlUuid, _>(id)
        .bind::<BigInt, _>(MAX_CHANGES_A_ROUND)
        .execute(conn)
        .await?;
        Ok(true)
    })
    .await
}

#[derive(QueryableByName)]
struct Listed {
    #[diesel(embed)]
    change: GapChange,
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Returns the changes of a round for an endpoint, by what its user watches now.
///
/// # Errors
/// The database failed.
pub async fn gaps_for(round_id: Uuid, endpoint_id: Uuid, conn: &mut Conn) -> QueryResult<Gaps> {
    // If a gap became known and ended in one round, its end is listed: it sorts first among the
    // states.
    let listed: Vec<Listed> = diesel::sql_query(format!(
        "WITH changed AS (
             SELECT DISTINCT ON (c.gap_id) c.* FROM endpoints e CROSS JOIN {CHANGES_FOR_E} AND e.id = $2
             ORDER BY c.gap_id, c.state)
         SELECT *, count(*) OVER () AS count FROM changed
         ORDER BY ended_at DESC, gap_id LIMIT {MAX_GAPS_A_MESSAGE}"
    ))
    .bind::<SqlUuid, _>(round_id)
    .bind::<SqlUuid, _>(endpoint_id)
    .load(conn)
    .await?;
    Ok(Gaps {
        count: listed.as_slice().first().map_or(0, |listed| listed.count),
        changes: listed.into_iter().map(|listed| listed.change).collect(),
    })
}
