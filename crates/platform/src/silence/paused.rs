//! Watches that are paused because they cost too much.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::schema::watches;

/// A watch that its user left on but that is not searched for.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = watches, check_for_backend(diesel::pg::Pg))]
pub struct PausedWatch {
    pub id: Uuid,
    pub keyword: String,
    #[diesel(select_expression = watches::paused_at.assume_not_null())]
    pub paused_at: DateTime<Utc>,
    pub paused_part: Option<String>,
}

/// Loads a user's paused watches, the latest first.
pub async fn paused_watches(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<PausedWatch>> {
    watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::is_active)
        .filter(watches::paused_at.is_not_null())
        .order((watches::paused_at.desc(), watches::id))
        .select(PausedWatch::as_select())
        .load(conn)
        .await
}
