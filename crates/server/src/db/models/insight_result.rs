use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::schema::insight_results;

/// A row of `insight_results`: what was made last for a user.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = insight_results, primary_key(user_id), check_for_backend(diesel::pg::Pg))]
pub struct InsightResult {
    pub user_id: Uuid,
    pub job_id: Uuid,
    pub generated_at: DateTime<Utc>,
    pub result: serde_json::Value,
}

impl InsightResult {
    pub async fn find(user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        insight_results::table
            .find(user_id)
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Takes the place of the one before.
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

    pub async fn clear(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::delete(insight_results::table.find(user_id))
            .execute(conn)
            .await?;
        Ok(())
    }
}
