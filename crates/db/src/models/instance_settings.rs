use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::instance_settings;

column_enum! {
    /// Who may register on the web.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum RegistrationMode in instance_settings.registration {
        /// Anybody.
        Open = "open",
        /// Whoever has an invitation from an administrator or from `harken user invite`.
        Invite = "invite",
        /// Nobody.
        Closed = "closed",
    }
}

/// The row of `instance_settings`: what administrators set on their page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Queryable, Selectable, AsChangeset)]
#[diesel(table_name = instance_settings, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub struct StoredSettings {
    pub registration: Option<RegistrationMode>,
    pub max_accounts: Option<i32>,
    pub max_watches: Option<i32>,
    pub max_patterns: Option<i32>,
    pub has_status_page: Option<bool>,
    pub announcement: Option<String>,
    pub announced_at: Option<DateTime<Utc>>,
    pub announced_until: Option<DateTime<Utc>>,
}

impl StoredSettings {
    pub async fn load(conn: &mut Conn) -> QueryResult<Self> {
        instance_settings::table.select(Self::as_select()).first(conn).await
    }

    /// Loads and locks the settings for a change, so that of two changes the later one sees the other.
    pub async fn lock(conn: &mut Conn) -> QueryResult<Self> {
        instance_settings::table.for_update().select(Self::as_select()).first(conn).await
    }

    pub async fn store(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(instance_settings::table).set(self).execute(conn).await?;
        Ok(())
    }
}
