use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
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
    /// Stores a gap. One that begins within a minute of the end of another with the same reason makes
    /// that one longer, so that a listing that is never covered whole has one gap and not thousands.
    pub async fn record(&self, conn: &mut Conn) -> QueryResult<()> {
        let same = coverage_gaps::table
            .filter(coverage_gaps::listing.eq(&self.listing))
            .filter(coverage_gaps::reason.eq(&self.reason))
            .filter(coverage_gaps::ended_at.ge(self.started_at - TimeDelta::minutes(1)));
        let id: Option<Uuid> = same
            .order(coverage_gaps::ended_at.desc())
            .select(coverage_gaps::id)
            .first(conn)
            .await
            .optional()?;
        match id {
            Some(id) => {
                diesel::update(coverage_gaps::table.find(id))
                    .set(coverage_gaps::ended_at.eq(self.ended_at))
                    .execute(conn)
                    .await?
            }
            None => {
                diesel::insert_into(coverage_gaps::table)
                    .values(self)
                    .execute(conn)
                    .await?
            }
        };
        Ok(())
    }
}
