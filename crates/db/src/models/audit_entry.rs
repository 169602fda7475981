use chrono::{DateTime, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::prelude::*;
use diesel::sql_types::Jsonb;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::instance_settings::RegistrationMode;
use super::subscription::Plan;
use crate::Conn;
use crate::as_jsonb::as_jsonb;
use crate::column_enum::column_enum;
use crate::schema::audit_log;

column_enum! {
    /// What was done.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    #[schema(as = AuditAct)]
    pub enum Act in audit_log.act {
        AccountAdded = "account_added",
        AdministratorPromoted = "administrator_promoted",
        AdministratorDemoted = "administrator_demoted",
        AccountInvited = "account_invited",
        AccountSuspended = "account_suspended",
        AccountUnsuspended = "account_unsuspended",
        AccountDeleted = "account_deleted",
        PasswordSet = "password_set",
        PaymentRefunded = "payment_refunded",
        MessagesReplayed = "messages_replayed",
        SettingsChanged = "settings_changed",
        AnnouncementPublished = "announcement_published",
        AnnouncementWithdrawn = "announcement_withdrawn",
    }
}

/// What belongs to an act. It holds no text that anybody wrote.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, FromSqlRow, AsExpression,
)]
#[diesel(sql_type = Jsonb)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditDetails)]
pub struct Details {
    /// Of an account that was added: its plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub plan: Option<Plan>,
    /// Of an account that was added: whether it is an administrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub is_administrator: Option<bool>,
    /// Of an invitation: for how many days it works.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub days: Option<i64>,
    /// Of an invitation: whether it is for one address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub for_one_address: Option<bool>,
    /// How many messages were made due again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub messages: Option<i64>,
    /// Of settings that were changed: who may register from then on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub registration: Option<RegistrationMode>,
    /// Of settings that were changed: whether there is a public status page from then on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub has_status_page: Option<bool>,
    /// Of settings that were changed: the limits from then on that were changed, 0 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub max_accounts: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub max_watches: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub max_patterns: Option<i32>,
}

as_jsonb!(Details);

/// A row of `audit_log`.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_log, check_for_backend(diesel::pg::Pg))]
pub struct AuditEntry {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    /// The administrator; `None` for the command line.
    pub actor_id: Option<Uuid>,
    pub act: Act,
    pub subject_id: Option<Uuid>,
    pub details: Details,
}

impl AuditEntry {
    /// Makes an entry for an act of the command line.
    pub fn new(act: Act, now: DateTime<Utc>) -> Self {
        Self {
            id: Uuid::now_v7(),
            at: now,
            actor_id: None,
            act,
            subject_id: None,
            details: Details::default(),
        }
    }

    pub fn by(self, actor_id: Option<Uuid>) -> Self {
        Self { actor_id, ..self }
    }

    pub fn about(self, account: Uuid) -> Self {
        Self {
            subject_id: Some(account),
            ..self
        }
    }

    pub fn with(self, details: Details) -> Self {
        Self { details, ..self }
    }

    /// Writes the entry, in the transaction of the act itself.
    pub async fn write(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(audit_log::table)
            .values(self)
            .execute(conn)
            .await?;
        Ok(())
    }
}
