use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::Valid;
use crate::refusals::{AnyCall, JsonBody};
use crate::rules;
use crate::users::User;
use db::models::user::User as UserRow;
use domain::auth::attempts::SignIn;
use domain::auth::client_address::ClientAddress;
use domain::auth::devices::{self, DeviceToken, NewDeviceToken};
use domain::auth::{email_address, sessions};

const NOT_VERIFIED: &str = "Your email address needs to be verified before you can log in. Please check your inbox for a verification email, or click the button below to resend it.";

const SUSPENDED: &str = "This account has been suspended. Everything in it is kept. Please contact whoever runs this server.";

#[derive(Deserialize, Validate, ToSchema)]
pub struct LoginRequest {
    #[serde(default)]
    #[schema(required = true, max_length = 254, format = "email")]
    #[validate(custom(function = "rules::known_email"))]
    email: String,
    #[serde(default)]
    #[schema(required = true, format = "password")]
    #[validate(custom(function = "rules::password"))]
    password: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginResponse {
    /// A JWT for `Authorization: Bearer …`, valid for minutes.
    pub token: String,
    /// An opaque token for `POST /auth/refresh`, which works once.
    pub refresh_token: String,
    pub user: User,
}

/// Signs a user in.
///
/// A browser that sends back the `Harken-Device` header of its last sign-in is not slowed down by
/// wrong passwords that others enter.
#[utoipa::path(
    post, path = "/auth/login", tag = "auth",
    params(("Harken-Device" = Option<String>, Header, description = "The value from the last sign-in")),
    request_body = LoginRequest,
    responses(
        AnyCall, JsonBody,
        (status = 200, body = LoginResponse, headers(("Harken-Device" = String, description = "To be sent at the next sign-in. It does not grant access, and becomes invalid when the password changes"))),
        (status = 401, body = ErrorBody, description = "`INVALID_CREDENTIALS`"),
        (status = 403, body = ErrorBody, description = "`EMAIL_NOT_VERIFIED` or `ACCOUNT_SUSPENDED`, after the right password only"),
        (status = 429, body = ErrorBody, description = "`AUTH_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn login_user(
    State(app): State<App>,
    client: ClientAddress,
    DeviceToken(token): DeviceToken,
    headers: HeaderMap,
    Valid(input): Valid<LoginRequest>,
) -> ApiResult<(NewDeviceToken, Json<LoginResponse>)> {
    let email = email_address::parse_known(&input.email);
    let email = email.map_err(|text| ApiError::invalid("email", text))?;
    let known = UserRow::find_by_email(&email, &mut *app.conn().await?).await?;
    let device = devices::known(&app, token.as_deref(), known.as_ref());
    let attempt = SignIn::count(&app, &email, client, device).await?;
    let hash = known.as_ref().map(|user| user.password_hash.clone());
    let fits = app.passwords.verify(input.password, hash).await?;
    let Some(user) = known.filter(|_| fits) else {
        return Err(wrong());
    };
    let mut conn = app.conn().await?;
    attempt.forgive(&app, &mut conn).await?;
    if user.email_verified_at.is_none() {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "EMAIL_NOT_VERIFIED", NOT_VERIFIED));
    }
    if user.suspended_at.is_some() {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "ACCOUNT_SUSPENDED", SUSPENDED));
    }
    let agent =
        headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tokens = sessions::begin(&app, &user, agent, &mut conn).await?;
    let tokens = tokens.ok_or_else(wrong)?;
    let answer = LoginResponse {
        token: tokens.access,
        refresh_token: tokens.refresh,
        user: User::of(&user, &app),
    };
    Ok((devices::token(&app, device, &user), Json(answer)))
}

fn wrong() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "INVALID_CREDENTIALS", "Wrong email or password.")
}
