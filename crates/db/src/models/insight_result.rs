use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::notification::RESTORE_HOURS;
use crate::Conn;
use crate::schema::insight_results;

/// A row of `insight_results`: a user's latest result.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(
    table_name = insight_results,
    primary_key(user_id),
    treat_none_as_null = true,
    check_for_backend(diesel::pg::Pg)
)]
pub struct InsightResult {
    pub user_id: Uuid,
    pub job_id: Uuid,
    pub generated_at: DateTime<Utc>,
    pub result: serde_json::Value,
    /// When the result was hidden, until it is restored or deleted.
    pub cleared_at: Option<DateTime<Utc>>,
}

impl InsightResult {
    /// Returns the result that is shown to a user: not one that they have cleared.
    pub async fn find(user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        insight_results::table
            .find(user_id)
            .filter(insight_results::cleared_at.is_null())
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Stores the result in place of the previous one.
    pub async fn keep(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(insight_results::table)
            .values(self)
            .on_conflict(insight_results::user_id)
            .do_update()
            .set(self)
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Hides the result. One that was cleared before keeps its time.
    pub async fn clear(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(insight_results::table.find(user_id))
            .filter(insight_results::cleared_at.is_null())
            .set(insight_results::cleared_at.eq(now))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Shows a cleared result again, for as long as deleted notifications can be restored. Returns
    /// whether there is a result now.
    pub async fn restore(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let oldest = now - TimeDelta::hours(RESTORE_HOURS);
        let cleared_at = insight_results::cleared_at;
        let there = diesel::update(insight_results::table.find(user_id))
            .filter(cleared_at.is_null().or(cleared_at.ge(oldest)))
            .set(cleared_at.eq(None::<DateTime<Utc>>))
            .execute(conn)
            .await?;
        Ok(there > 0)
    }
}
