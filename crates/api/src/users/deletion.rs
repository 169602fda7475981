use diesel_async::AsyncConnection;

use super::password::{confirm, wrong};
use crate::prelude::*;
use crate::rules;
use db::models::user::User;
use domain::auth::accounts;

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
    post, path = "/users/delete-account", tag = "users", security(("token" = [])),
    request_body = AccountDeletion,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "`LAST_ADMINISTRATOR`"),
        (status = 429, body = ErrorBody, description = "`AUTH_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn delete_account(
    State(app): State<App>,
    auth: SessionUser,
    Valid(input): Valid<AccountDeletion>,
) -> ApiResult<StatusCode> {
    let user = confirm(&app, auth, input.password, "password").await?;
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        if User::is_administrator(user.id, conn).await?
            && !User::has_other_administrator(user.id, conn).await?
        {
            return Err(last_administrator());
        }
        let hash = Some(user.password_hash.as_str());
        match accounts::delete(user.id, hash, now, conn).await? {
            true => Ok(()),
            false => Err(wrong("password")),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn last_administrator() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "LAST_ADMINISTRATOR",
        "Nobody else can administer this server. Make another account an administrator first, with \
         harken user promote.",
    )
}
