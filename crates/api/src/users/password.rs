use diesel_async::AsyncConnection;

use crate::prelude::*;
use crate::rules;
use db::models::user::User as UserRow;
use domain::auth::{attempts, new_password};

#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    #[serde(default)]
    #[schema(required = true, format = "password")]
    #[validate(custom(function = "rules::password"))]
    current_password: String,
    /// Requires a lower-case letter, an upper-case letter and a digit. The most common passwords
    /// are refused.
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = "password")]
    #[validate(custom(function = "rules::new_password"))]
    new_password: String,
}

/// Changes the password.
///
/// Every other session ends, API keys are revoked, feeds get new addresses, links in earlier alerts
/// stop working, and an email reports the change.
#[utoipa::path(
    put, path = "/users/password", tag = "users", security(("token" = [])),
    request_body = PasswordChange,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 204, description = "Changed"),
        (status = 429, body = ErrorBody, description = "`AUTH_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn change_password(
    State(app): State<App>,
    auth: SessionUser,
    Valid(input): Valid<PasswordChange>,
) -> ApiResult<StatusCode> {
    let user = confirm(&app, auth, input.current_password, "currentPassword").await?;
    let hash = app.passwords.hash(input.new_password).await?;
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        if !user.lock_if_unchanged(conn).await? {
            return Err(wrong("currentPassword"));
        }
        Ok(new_password::set(user.id, &hash, Some(auth.session_id), now, conn).await?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks the password of the signed-in user, which arrived as `field`, and returns the account.
/// Attempts are counted by session: a browser that was left open does not allow guessing, and
/// strangers' attempts elsewhere do not count here.
///
/// # Errors
/// `VALIDATION_FAILED` for a wrong password, `AUTH_RATE_LIMIT_EXCEEDED` after too many attempts.
pub(super) async fn confirm(
    app: &App,
    auth: SessionUser,
    typed: String,
    field: &str,
) -> ApiResult<UserRow> {
    let user = UserRow::find(auth.id, &mut *app.conn().await?).await?;
    attempts::count_confirmation(app, auth.session_id).await?;
    let hash = user.password_hash.clone();
    if !app.passwords.verify(typed, Some(hash)).await? {
        return Err(wrong(field));
    }
    attempts::forgive_confirmation(app, auth.session_id).await?;
    Ok(user)
}

pub(super) fn wrong(field: &str) -> ApiError {
    ApiError::invalid(field, "This is not your current password")
}
