//! Watches with more matches than are listed.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::DAY;
use db::Conn;

/// A watch that had more matches in the past day than its user's plan lists.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct BusyWatch {
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Text)]
    pub keyword: String,
    /// Matches that were counted but not listed.
    #[diesel(sql_type = BigInt)]
    pub unlisted: i64,
}

/// Loads a user's watches that had more matches in the past day than were listed, those with the
/// most first.
pub async fn busy_watches(
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<BusyWatch>> {
    diesel::sql_query(
        "SELECT w.id AS watch_id, w.keyword, sum(u.matches)::bigint AS unlisted
         FROM watches w JOIN unlisted_matches u ON u.watch_id = w.id
         WHERE w.user_id = $1 AND u.hour > $2
         GROUP BY w.id, w.keyword ORDER BY unlisted DESC, w.id",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Timestamptz, _>(now - DAY)
    .load(conn)
    .await
}
