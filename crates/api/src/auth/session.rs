use crate::prelude::*;
use crate::rules;
use crate::signed_in::TokenHolder;
use db::models::session::Session;
use domain::auth::sessions;

#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshRequest {
    #[serde(default)]
    #[schema(required = true)]
    #[validate(custom(function = "rules::token"))]
    refresh_token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshResponse {
    pub token: String,
    /// The token for the next call, in place of the one that was sent.
    pub refresh_token: String,
}

/// Exchanges a refresh token for new tokens, which continue the session.
#[utoipa::path(
    post, path = "/auth/refresh", tag = "auth", request_body = RefreshRequest,
    responses(
        AnyCall, JsonBody,
        (status = 200, body = RefreshResponse),
        (status = 401, body = ErrorBody, description = "`UNAUTHORIZED`: sign in again"),
    )
)]
pub async fn refresh_session(
    State(app): State<App>,
    Valid(input): Valid<RefreshRequest>,
) -> ApiResult<Json<RefreshResponse>> {
    let tokens = sessions::refresh(&app, &input.refresh_token).await?;
    let tokens = tokens.ok_or_else(ApiError::unauthorized)?;
    Ok(Json(RefreshResponse { token: tokens.access, refresh_token: tokens.refresh }))
}

#[derive(Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogoutRequest {
    #[schema(nullable = false, example = "$REFRESH_TOKEN")]
    refresh_token: Option<String>,
}

/// Ends the session of the bearer token, of the refresh token, or of both.
///
/// The call can be repeated.
#[utoipa::path(
    post, path = "/auth/logout", tag = "auth", request_body = LogoutRequest,
    security((), ("token" = [])),
    responses(
        AnyCall, JsonBody,
        (status = 204, description = "Signed out"),
        (status = 401, body = ErrorBody, description = "`UNAUTHORIZED`: neither token was sent"),
    )
)]
pub async fn logout_session(
    State(app): State<App>,
    TokenHolder(holder): TokenHolder,
    input: Option<Valid<LogoutRequest>>,
) -> ApiResult<StatusCode> {
    let refresh_token = input.and_then(|Valid(input)| input.refresh_token);
    if holder.is_none() && refresh_token.is_none() {
        return Err(ApiError::unauthorized());
    }
    let mut conn = app.conn().await?;
    let mut ended = Vec::from_iter(holder.map(|user| user.session_id));
    if let Some(token) = refresh_token {
        ended.extend(sessions::session_of(&app, &token, &mut conn).await?);
    }
    for session in ended {
        Session::revoke(session, app.clock.now(), &mut conn).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
