use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::schema::coverage_gaps;

/// A row of `coverage_gaps`: a time of which a listing could not be read whole.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = coverage_gaps, check_for_backend(diesel::pg::Pg))]
pub struct CoverageGap {
    pub id: Uuid,
    pub listing: String,
    pub started_at: DateTime<Utc>,
    pub ended_at: DateTime<Utc>,
    pub reason: String,
}

impl CoverageGap {
    /// Stores a gap. One that begins no later than `joined` after the end of another with the same
    /// reason makes that one longer, so that a listing that is never covered whole has one gap and
    /// not one for each poll.
    pub async fn record(&self, joined: TimeDelta, conn: &mut Conn) -> QueryResult<()> {
        let longer = diesel::sql_query(
            "UPDATE coverage_gaps SET ended_at = greatest(ended_at, $4)
             WHERE id = (
                 SELECT id FROM coverage_gaps
                 WHERE listing = $1 AND reason = $2 AND ended_at >= $3 AND started_at <= $4
                 ORDER BY ended_at DESC LIMIT 1)",
        )
        .bind::<Text, _>(&self.listing)
        .bind::<Text, _>(&self.reason)
        .bind::<Timestamptz, _>(self.started_at - joined)
        .bind::<Timestamptz, _>(self.ended_at)
        .execute(conn)
        .await?;
        if longer == 0 {
            diesel::insert_into(coverage_gaps::table)
                .values(self)
                .execute(conn)
                .await?;
        }
        Ok(())
    }
}
