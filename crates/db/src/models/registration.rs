use chrono::{DateTime, Utc};
use diesel::deserialize::{FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::serialize::{Output, ToSql};
use diesel::sql_types::Jsonb;
use diesel::{deserialize, serialize};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::user::User;
use crate::Conn;
use crate::schema::users;

/// The choices made at a registration. They belong to the link that is emailed for it, and apply when that link is
/// used, except for the password: until then it only decides how signing in is answered. Another registration of the
/// same address does not change them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromSqlRow, AsExpression)]
#[diesel(sql_type = Jsonb)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    pub password_hash: String,
    pub first_name: String,
    pub last_name: String,
    /// An IANA name.
    pub time_zone: String,
    pub at: DateTime<Utc>,
}

impl Registration {
    /// Returns the registration that an account has taken over, as long as its address is not
    /// verified.
    pub fn of(user: &User) -> Self {
        Self {
            password_hash: user.password_hash.clone(),
            first_name: user.first_name.clone(),
            last_name: user.last_name.clone(),
            time_zone: user.time_zone.clone(),
            at: user.updated_at,
        }
    }

    /// Has the account take over the choices, unless its address is verified by now.
    pub async fn take_over(&self, user_id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let unverified = users::table.find(user_id).filter(users::email_verified_at.is_null());
        let taken = diesel::update(unverified)
            .set((
                users::password_hash.eq(&self.password_hash),
                users::first_name.eq(&self.first_name),
                users::last_name.eq(&self.last_name),
                users::time_zone.eq(&self.time_zone),
                users::updated_at.eq(self.at),
            ))
            .execute(conn)
            .await?;
        Ok(taken > 0)
    }
}

impl FromSql<Jsonb, Pg> for Registration {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let value = <Value as FromSql<Jsonb, Pg>>::from_sql(value)?;
        Ok(serde_json::from_value(value)?)
    }
}

impl ToSql<Jsonb, Pg> for Registration {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let value = serde_json::to_value(self)?;
        <Value as ToSql<Jsonb, Pg>>::to_sql(&value, &mut out.reborrow())
    }
}
