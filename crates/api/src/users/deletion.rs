use axum::extract::State;
use axum::http::StatusCode;
use diesel_async::AsyncConnection;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::password::{confirm, wrong};
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::Valid;
use crate::refusals::{AnyCall, JsonBody, SignedIn};
use crate::rules;
use domain::auth::{AuthUser, accounts};

#[derive(Deserialize, Validate, ToSchema)]
pub struct AccountDeletion {
    #[serde(default)]
    #[schema(required = true, format = "password")]
    #[validate(custom(function = "rules::password"))]
    password: String,
}

/// Deletes the account and everything that belongs to it, immediately and permanently.
///
/// Notifications and messages, of which there may be many, become inaccessible and are deleted
/// within minutes. Waiting emails are not sent, live streams end, and a subscription is cancelled,
/// so that nothing more is charged.
#[utoipa::path(
    post, path = "/users/delete-account", tag = "users", operation_id = "delete_account",
    security(("token" = [])), request_body = AccountDeletion,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 204, description = "Deleted"),
        (status = 429, body = ErrorBody, description = "`AUTH_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn delete_account(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<AccountDeletion>,
) -> ApiResult<StatusCode> {
    let user = confirm(&app, auth, input.password, "password").await?;
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        let hash = Some(user.password_hash.as_str());
        match accounts::delete(user.id, hash, now, conn).await? {
            true => Ok(()),
            false => Err(wrong("password")),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
