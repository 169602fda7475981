use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use crate::db::schema::notifications;

/// A row of `notifications`: one item that matched one watch.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = notifications, check_for_backend(diesel::pg::Pg))]
pub struct Notification {
    pub id: Uuid,
    pub seen_at: DateTime<Utc>,
    pub item_id: Uuid,
    pub watch_id: Uuid,
    pub user_id: Uuid,
    pub seq: i64,
    pub keyword: String,
    /// `[{"field": "title" | "body", "start": n, "end": n}]`, UTF-16 units.
    pub matches: serde_json::Value,
    pub status: String,
    pub created_at: DateTime<Utc>,
}
