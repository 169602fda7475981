use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::NamedAccount;
use crate::prelude::*;
use crate::signed_in::Administrator;
use db::models::audit_entry::{Act, AuditEntry, Details};
use db::schema::{audit_log, users};

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AuditLogQuery {
    /// The id of the last entry on the previous page; only older entries are listed.
    pub before: Option<Uuid>,
    /// The number of entries per page.
    #[validate(range(min = 1, max = 100, message = "Use a limit from 1 to 100."))]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub limit: u32,
}

impl Default for AuditLogQuery {
    fn default() -> Self {
        Self { before: None, limit: 50 }
    }
}

/// An action of an administrator or of the command line.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLogEntry {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub act: Act,
    /// Null for the command line.
    #[schema(required = true)]
    pub actor: Option<NamedAccount>,
    /// The account that the action concerned, if any.
    #[schema(required = true)]
    pub subject: Option<NamedAccount>,
    pub details: Details,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLogPage {
    /// The entries, newest first.
    pub entries: Vec<AuditLogEntry>,
    pub has_more: bool,
}

/// Lists what administrators and the command line did in the last 13 months.
#[utoipa::path(
    get, path = "/audit-log", tag = "admin", security(("token" = [])), params(AuditLogQuery),
    responses(
        AnyCall, SignedIn, ForAdministrators, QueryString,
        (status = 200, body = AuditLogPage),
    )
)]
pub async fn list_audit_log(
    State(app): State<App>,
    _: Administrator,
    ValidQuery(query): ValidQuery<AuditLogQuery>,
) -> ApiResult<Json<AuditLogPage>> {
    let mut conn = app.conn().await?;
    let mut page = audit_log::table
        .order(audit_log::id.desc())
        .limit(i64::from(query.limit) + 1)
        .select(AuditEntry::as_select())
        .into_boxed();
    if let Some(before) = query.before {
        page = page.filter(audit_log::id.lt(before));
    }
    let mut rows: Vec<AuditEntry> = page.load(&mut conn).await?;
    let has_more = rows.len() > query.limit as usize;
    rows.truncate(query.limit as usize);
    let named = rows.iter().flat_map(|row| [row.actor_id, row.subject_id]);
    let emails: HashMap<Uuid, String> = users::table
        .filter(users::id.eq_any(named.flatten().collect::<Vec<_>>()))
        .select((users::id, users::email))
        .load(&mut conn)
        .await?
        .into_iter()
        .collect();
    let name = |id: Uuid| NamedAccount { id, email: emails.get(&id).cloned() };
    let entries = rows.into_iter().map(|row| AuditLogEntry {
        id: row.id,
        at: row.at,
        act: row.act,
        actor: row.actor_id.map(name),
        subject: row.subject_id.map(name),
        details: row.details,
    });
    Ok(Json(AuditLogPage { entries: entries.collect(), has_more }))
}
