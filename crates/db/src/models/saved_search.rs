use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::schema::saved_searches;

/// The most saved searches that a user may have.
pub const SEARCHES_PER_USER: i64 = 50;

/// A row of `saved_searches`.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable)]
#[diesel(table_name = saved_searches, check_for_backend(diesel::pg::Pg))]
pub struct SavedSearch {
    pub id: Uuid,
    pub user_id: Uuid,
    pub name: String,
    /// The filters, view and density, in the form of the API.
    pub filters: serde_json::Value,
    pub created_at: DateTime<Utc>,
}

impl SavedSearch {
    /// Loads all of a user's saved searches, oldest first.
    pub async fn list(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        saved_searches::table
            .filter(saved_searches::user_id.eq(user_id))
            .order((saved_searches::created_at, saved_searches::id))
            .select(Self::as_select())
            .load(conn)
            .await
    }
}
