use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use crate::administration::accounts::{self, Refusal};
use crate::administration::listing::{self, Account, Usage};
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::{PathPart, ValidQuery};
use crate::refusals::{AnyCall, ForAdministrators, QueryString, SignedIn};
use crate::signed_in::Administrator;
use foundation::net::mail_address::with_ascii_domain;
use platform::plans::Plan;

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AdminUserQuery {
    /// The beginning of the addresses to list, in any case. Accounts are then in the order of addresses.
    #[validate(length(max = 254, message = "An email address is shorter."))]
    pub search: String,
    /// The `nextCursor` of the previous page.
    #[validate(length(max = 254, message = "Use the cursor of the page before."))]
    pub cursor: String,
    /// The number of accounts per page.
    #[validate(range(min = 1, max = 50, message = "Use a limit from 1 to 50."))]
    #[param(default = 20, minimum = 1, maximum = 50)]
    pub limit: u32,
}

impl Default for AdminUserQuery {
    fn default() -> Self {
        Self { search: String::new(), cursor: String::new(), limit: 20 }
    }
}

/// An account as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUser {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub email: String,
    pub created_at: DateTime<Utc>,
    pub is_email_verified: bool,
    pub is_administrator: bool,
    #[schema(required = true)]
    pub suspended_at: Option<DateTime<Utc>>,
    pub plan: Plan,
    /// The number of active keywords.
    pub keywords: i64,
    /// The last time that the account was used, as far as its sessions are still stored.
    #[schema(required = true)]
    pub last_seen_at: Option<DateTime<Utc>>,
}

impl From<Account> for AdminUser {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            email: account.email,
            created_at: account.created_at,
            is_email_verified: account.is_email_verified,
            is_administrator: account.is_administrator,
            suspended_at: account.suspended_at,
            plan: account.plan,
            keywords: account.keywords,
            last_seen_at: account.last_seen_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUserPage {
    pub users: Vec<AdminUser>,
    /// The cursor of the next page; null on the last one.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUserUsage {
    /// The number of matches in the last 30 days.
    pub matches: i64,
    /// The number of messages that are still to be sent.
    pub messages_waiting: i64,
    /// The number of messages that were given up.
    pub messages_failed: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AdminUserDetails {
    pub user: AdminUser,
    pub usage: AdminUserUsage,
}

/// Lists accounts, newest first.
///
/// With `search`, lists those whose address begins with it, in the order of addresses.
#[utoipa::path(
    get, path = "/users", tag = "admin", security(("token" = [])), params(AdminUserQuery),
    responses(
        AnyCall, SignedIn, ForAdministrators, QueryString,
        (status = 200, body = AdminUserPage),
    )
)]
pub async fn list_users(
    State(app): State<App>,
    _: Administrator,
    ValidQuery(query): ValidQuery<AdminUserQuery>,
) -> ApiResult<Json<AdminUserPage>> {
    let mut conn = app.conn().await?;
    let (search, limit) = (query.search.trim(), query.limit as usize);
    let asked = i64::from(query.limit) + 1;
    let mut found = if search.is_empty() {
        let before =
            match query.cursor.as_str() {
                "" => None,
                cursor => Some(cursor.parse().map_err(|_| {
                    ApiError::invalid("cursor", "Use the cursor of the page before.")
                })?),
            };
        listing::newest(before, asked, &mut conn).await?
    } else {
        listing::by_email(&with_ascii_domain(search), &query.cursor, asked, &mut conn).await?
    };
    let is_last = found.len() <= limit;
    found.truncate(limit);
    let next = found.last().filter(|_| !is_last);
    let next_cursor = next.map(|last| match search {
        "" => last.id.to_string(),
        _ => last.email.clone(),
    });
    Ok(Json(AdminUserPage { users: found.into_iter().map(AdminUser::from).collect(), next_cursor }))
}

/// Returns an account and its usage.
#[utoipa::path(
    get, path = "/users/{id}", tag = "admin", security(("token" = [])), params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, ForAdministrators, (status = 200, body = AdminUserDetails))
)]
pub async fn get_user(
    State(app): State<App>,
    _: Administrator,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<AdminUserDetails>> {
    let mut conn = app.conn().await?;
    let account = listing::find(id, &mut conn).await?;
    let account = account.ok_or_else(|| ApiError::not_found("account"))?;
    let Usage { matches, waiting, failed } = listing::usage(id, app.clock.now(), &mut conn).await?;
    Ok(Json(AdminUserDetails {
        user: account.into(),
        usage: AdminUserUsage { matches, messages_waiting: waiting, messages_failed: failed },
    }))
}

/// Suspends an account.
///
/// Its sessions end, nobody can sign in to it, its keywords are not searched for, and its messages wait. Nothing is
/// deleted.
#[utoipa::path(
    post, path = "/users/{id}/suspend", tag = "admin", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, ForAdministrators,
        (status = 204, description = "Suspended"),
        (status = 409, body = ErrorBody, description = "`OWN_ACCOUNT`"),
    )
)]
pub async fn suspend_user(
    State(app): State<App>,
    Administrator(auth): Administrator,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let done = accounts::suspend(auth.id, id, now, &mut conn).await?;
    done.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the suspension of an account.
///
/// From now on its keywords are searched for again, and the messages that waited are sent.
#[utoipa::path(
    post, path = "/users/{id}/unsuspend", tag = "admin", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, ForAdministrators,
        (status = 204, description = "No longer suspended"),
        (status = 409, body = ErrorBody, description = "`OWN_ACCOUNT`"),
    )
)]
pub async fn unsuspend_user(
    State(app): State<App>,
    Administrator(auth): Administrator,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let done = accounts::unsuspend(auth.id, id, now, &mut conn).await?;
    done.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes an account and everything that belongs to it, immediately and permanently.
#[utoipa::path(
    delete, path = "/users/{id}", tag = "admin", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, ForAdministrators,
        (status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "`OWN_ACCOUNT`"),
    )
)]
pub async fn delete_user(
    State(app): State<App>,
    Administrator(auth): Administrator,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let done = accounts::delete(auth.id, id, now, &mut conn).await?;
    done.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

fn refused(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::NoAccount => ApiError::not_found("account"),
        Refusal::NotAdministrator => ApiError::not_found("call"),
        Refusal::OwnAccount => ApiError::new(
            StatusCode::CONFLICT,
            "OWN_ACCOUNT",
            "This is your own account. You can delete it in its settings.",
        ),
    }
}
