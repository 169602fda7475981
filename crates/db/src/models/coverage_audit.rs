use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use planner::Width;
use uuid::Uuid;

use super::item::ItemKind;
use crate::Conn;
use crate::schema::coverage_audits;

/// A row of `coverage_audits`: a subreddit's own listing, compared with the stored items.
#[derive(Debug, Clone, PartialEq, Eq, Insertable)]
#[diesel(table_name = coverage_audits)]
pub struct CoverageAudit {
    pub id: Uuid,
    /// In lower case.
    pub place: String,
    pub kind: ItemKind,
    pub audited_at: DateTime<Utc>,
    pub items: i32,
    /// The number of items that were not stored.
    pub missing: i32,
}

/// The combined findings of several audits.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Audited {
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    #[diesel(sql_type = BigInt)]
    pub audits: i64,
    /// Audits in which something was missing.
    #[diesel(sql_type = BigInt)]
    pub failed: i64,
    #[diesel(sql_type = BigInt)]
    pub items: i64,
    #[diesel(sql_type = BigInt)]
    pub missing: i64,
}

/// A subreddit to audit.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct AuditedPlace {
    /// In lower case.
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    /// The time since which its items are recorded.
    #[diesel(sql_type = Timestamptz)]
    pub since: DateTime<Utc>,
}

/// The listing in which a subreddit is read.
#[derive(Debug, QueryableByName)]
pub struct Listed {
    /// The number of names in the listing.
    #[diesel(sql_type = Integer)]
    pub names: i32,
    /// The time since which listings may have as many names as they may now.
    #[diesel(sql_type = Timestamptz)]
    pub width_since: DateTime<Utc>,
}

impl CoverageAudit {
    pub async fn insert(&self, conn: &mut Conn) -> QueryResult<usize> {
        diesel::insert_into(coverage_audits::table).values(self).execute(conn).await
    }

    /// Claims the next audit if it is due, and schedules the one after it `wait` later: the first process
    /// to ask makes it. A time that is further ahead was set by a clock that has been set back.
    pub async fn claim(now: DateTime<Utc>, wait: TimeDelta, conn: &mut Conn) -> QueryResult<bool> {
        let claimed = diesel::sql_query(
            "UPDATE poll_plan SET next_audit_at = $2
             WHERE next_audit_at <= $1 OR next_audit_at > $2",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + wait)
        .execute(conn)
        .await?;
        Ok(claimed == 1)
    }

    /// Picks a random subreddit that has been read since `since`.
    pub async fn pick(since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<AuditedPlace>> {
        diesel::sql_query(
            "SELECT place, kind, since FROM place_readings
             WHERE place <> 'all' AND NOT is_site(place) AND since <= $1 AND ended_at IS NULL
             ORDER BY random() LIMIT 1",
        )
        .bind::<Timestamptz, _>(since)
        .get_result(conn)
        .await
        .optional()
    }

    /// Picks a random subreddit that is read in a listing that shows whether `width` is complete. Most
    /// subreddits bring little, from which nothing can be learned, so the choice can be limited to those
    /// that brought something in the last day.
    pub async fn pick_on_trial(
        width: Width,
        is_busy: bool,
        since: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<AuditedPlace>> {
        diesel::sql_query(
            "SELECT r.place, r.kind, r.since
             FROM poll_state p, unnest(p.names) AS name, place_readings r
             WHERE cardinality(p.planned) BETWEEN $1 AND $2 AND r.place = name
                 AND r.kind = split_part(p.listing, 's:', 1)
                 AND r.since <= $3 AND r.ended_at IS NULL
                 AND (NOT $4 OR EXISTS (
                     SELECT FROM coverage_hours h
                     WHERE h.place = r.place AND h.kind = r.kind
                         AND h.hour > $3 - interval '1 day' AND h.items > 0))
             ORDER BY random() LIMIT 1",
        )
        .bind::<Integer, _>(count(width.names / 2 + 1))
        .bind::<Integer, _>(count(width.names))
        .bind::<Timestamptz, _>(since)
        .bind::<Bool, _>(is_busy)
        .get_result(conn)
        .await
        .optional()
    }

    /// Returns the listing in which a subreddit is read.
    pub async fn listed(place: &AuditedPlace, conn: &mut Conn) -> QueryResult<Listed> {
        diesel::sql_query(
            "SELECT coalesce(max(cardinality(p.planned)), 0) AS names, w.width_since
             FROM poll_plan w LEFT JOIN poll_state p
                 ON $1 = ANY (p.names) AND split_part(p.listing, 's:', 1) = $2
             GROUP BY w.width_since",
        )
        .bind::<Text, _>(&place.place)
        .bind::<Text, _>(place.kind)
        .get_result(conn)
        .await
    }

    /// Sums up the audits after `since`, by subreddit and kind.
    pub async fn sums(since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<Audited>> {
        diesel::sql_query(
            "SELECT place, kind, count(*) AS audits, count(*) FILTER (WHERE missing > 0) AS failed,
                    sum(items)::bigint AS items, sum(missing)::bigint AS missing
             FROM coverage_audits WHERE audited_at > $1 GROUP BY place, kind",
        )
        .bind::<Timestamptz, _>(since)
        .load(conn)
        .await
    }
}

fn count(names: usize) -> i32 {
    i32::try_from(names).unwrap_or(i32::MAX)
}
