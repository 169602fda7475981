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
    /// An action that is recorded in the audit log.
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

/// The details of an action. They contain no text that users wrote.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, FromSqlRow, AsExpression,
)]
#[diesel(sql_type = Jsonb)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditDetails)]
pub struct Details {
    /// The plan of an added account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub plan: Option<Plan>,
    /// Whether an added account is an administrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub is_administrator: Option<bool>,
    /// The number of days for which an invitation is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub days: Option<i64>,
    /// Whether an invitation is for a single address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub for_one_address: Option<bool>,
    /// The number of messages that were made due again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub messages: Option<i64>,
    /// The new setting for who may register.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub registration: Option<RegistrationMode>,
    /// The new setting for whether there is a public status page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub has_status_page: Option<bool>,
    /// The new limit on accounts; 0 for none. Each limit is given only if it was changed.
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
        Self { subject_id: Some(account), ..self }
    }

    pub fn with(self, details: Details) -> Self {
        Self { details, ..self }
    }

    /// Writes the entry, in the transaction of the act itself.
    pub async fn write(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(audit_log::table).values(self).execute(conn).await?;
        Ok(())
    }
}
