use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::item::ItemKind;
use crate::db::Conn;
use crate::db::schema::coverage_audits;

/// A row of `coverage_audits`: a subreddit's own listing, compared with what is stored of it.
#[derive(Debug, Clone, PartialEq, Eq, Insertable)]
#[diesel(table_name = coverage_audits)]
pub struct CoverageAudit {
    pub id: Uuid,
    /// In lower case.
    pub place: String,
    pub kind: ItemKind,
    pub audited_at: DateTime<Utc>,
    pub items: i32,
    /// Those of them that were not stored.
    pub missing: i32,
}

/// What several audits have found.
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

/// What is to be audited.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct AuditedPlace {
    /// In lower case.
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    /// Since when it is recorded.
    #[diesel(sql_type = Timestamptz)]
    pub since: DateTime<Utc>,
}

impl CoverageAudit {
    pub async fn insert(&self, conn: &mut Conn) -> QueryResult<usize> {
        diesel::insert_into(coverage_audits::table)
            .values(self)
            .execute(conn)
            .await
    }

    /// Claims the next audit if it is due, and schedules the one after it `wait` later: whichever process
    /// asks first makes it. A time that is further ahead was set by a clock that has been set back.
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

    /// Picks a subreddit by chance that has been read since `since`.
    pub async fn pick(since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<AuditedPlace>> {
        diesel::sql_query(
            "SELECT place, kind, since FROM place_readings
             WHERE place <> 'all' AND since <= $1 AND ended_at IS NULL ORDER BY random() LIMIT 1",
        )
        .bind::<Timestamptz, _>(since)
        .get_result(conn)
        .await
        .optional()
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
