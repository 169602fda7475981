use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::schema::users;

/// A row of `users`.
#[derive(Debug, Clone, Queryable, Selectable, Identifiable, Insertable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub password_hash: String,
    pub first_name: String,
    pub last_name: String,
    pub email_verified_at: Option<DateTime<Utc>>,
    pub plan: String,
    pub subscription_status: String,
    pub email_notifications: bool,
    pub email_frequency: String,
    pub theme: String,
    pub time_zone: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl User {
    pub async fn find(id: Uuid, conn: &mut Conn) -> QueryResult<Self> {
        users::table
            .find(id)
            .select(Self::as_select())
            .first(conn)
            .await
    }

    /// By address, without regard to case.
    pub async fn find_by_email(email: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        users::table
            .filter(
                diesel::dsl::sql::<diesel::sql_types::Bool>("lower(email) = lower(")
                    .bind::<diesel::sql_types::Text, _>(email)
                    .sql(")"),
            )
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }
}
