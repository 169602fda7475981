use chrono::{DateTime, Utc};
use diesel::deserialize::{FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{Output, ToSql};
use diesel::sql_types::Jsonb;
use diesel::{deserialize, serialize};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::user::User;

/// The choices made at a registration. They belong to the link that is emailed for it, and apply when
/// that link is followed; another registration of the same address does not change them.
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
