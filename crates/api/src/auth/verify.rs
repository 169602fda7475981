use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::{PathPart, Valid};
use crate::refusals::{AnyCall, JsonBody};
use crate::rules;
use db::models::mail_request::{MailRequest, Wanted};
use domain::auth::attempts::{self, AskedMail};
use domain::auth::client_address::ClientAddress;
use domain::auth::{email_address, verification};

#[derive(Deserialize, Validate, ToSchema)]
pub struct ResendVerificationRequest {
    #[serde(default)]
    #[schema(required = true, max_length = 254, format = "email")]
    #[validate(custom(function = "rules::known_email"))]
    email: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MessageResponse {
    pub message: &'static str,
}

/// Sends a new link, if the address has an account that is not verified.
///
/// The answer does not reveal whether it has.
#[utoipa::path(
    post, path = "/auth/resend-verification", tag = "auth",
    request_body = ResendVerificationRequest,
    responses(
        AnyCall, JsonBody,
        (status = 200, body = MessageResponse),
        (status = 429, body = ErrorBody, description = "`AUTH_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn resend_verification(
    State(app): State<App>,
    client: ClientAddress,
    Valid(input): Valid<ResendVerificationRequest>,
) -> ApiResult<Json<MessageResponse>> {
    let email = email_address::parse_known(&input.email);
    let email = email.map_err(|text| ApiError::invalid("email", text))?;
    attempts::count_mail(&app, AskedMail::Verification, &email, client).await?;
    let mut conn = app.conn().await?;
    MailRequest::note(Wanted::Verification, &email, app.clock.now(), &mut conn).await?;
    Ok(Json(MessageResponse { message: "Verification email sent! Please check your inbox." }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct VerifyEmailResponse {
    /// `Email verified successfully`
    pub message: &'static str,
    pub email: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailVerificationState {
    /// Whether the address is verified. Otherwise the link verifies it once a password is chosen.
    pub is_verified: bool,
    pub email: String,
}

impl VerifyEmailResponse {
    fn of(email: String) -> Json<Self> {
        Json(Self { message: "Email verified successfully", email })
    }
}

/// Verifies an address, with the password of its registration.
///
/// This is for programs: the page that the email links to asks for a password and sends it to
/// `/auth/verification/{token}`. The same link keeps succeeding until it expires.
#[utoipa::path(
    get, path = "/auth/verify-email/{token}", tag = "auth",
    params(("token" = String, Path, description = "The token of the link in the email, valid for 24 hours")),
    responses(
        AnyCall,
        (status = 200, body = VerifyEmailResponse),
        (status = 400, body = ErrorBody, description = "`INVALID_TOKEN`"),
    )
)]
pub async fn verify_email(
    State(app): State<App>,
    PathPart(token): PathPart<String>,
) -> ApiResult<Json<VerifyEmailResponse>> {
    let mut conn = app.conn().await?;
    let email = verification::follow_link(&app, &token, &mut conn).await?;
    Ok(VerifyEmailResponse::of(email.ok_or_else(void)?))
}

/// Returns whether the address of a link is verified.
///
/// Changes nothing, since email scanners open links.
#[utoipa::path(
    get, path = "/auth/verification/{token}", tag = "auth",
    params(("token" = String, Path, description = "The token of the link in the email, valid for 24 hours")),
    responses(
        AnyCall,
        (status = 200, body = EmailVerificationState),
        (status = 400, body = ErrorBody, description = "`INVALID_TOKEN`"),
    )
)]
pub async fn look_at_email_verification(
    State(app): State<App>,
    PathPart(token): PathPart<String>,
) -> ApiResult<Json<EmailVerificationState>> {
    let mut conn = app.conn().await?;
    let link = verification::look(&app, &token, &mut conn).await?.ok_or_else(void)?;
    Ok(Json(EmailVerificationState { is_verified: link.is_verified, email: link.email }))
}

#[derive(Deserialize, Validate, ToSchema)]
pub struct EmailVerification {
    /// The password of the account from now on, whatever was entered at the registration. Requires a lower-case
    /// letter, an upper-case letter and a digit. The most common passwords are refused.
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = "password")]
    #[validate(custom(function = "rules::new_password"))]
    password: String,
}

/// Verifies an address, and sets the password of its account.
///
/// Whoever registered may not be the owner of the address, so that the password of the registration is not used. A
/// link works once.
#[utoipa::path(
    post, path = "/auth/verification/{token}", tag = "auth", request_body = EmailVerification,
    params(("token" = String, Path, description = "The token of the link in the email, valid for 24 hours")),
    responses(
        AnyCall, JsonBody,
        (status = 200, body = VerifyEmailResponse),
        (status = 400, body = ErrorBody, description = "`INVALID_TOKEN`, `INVALID_JSON`"),
    )
)]
pub async fn confirm_email_verification(
    State(app): State<App>,
    PathPart(token): PathPart<String>,
    Valid(input): Valid<EmailVerification>,
) -> ApiResult<Json<VerifyEmailResponse>> {
    let email = verification::confirm(&app, &app.passwords, &token, input.password).await?;
    Ok(VerifyEmailResponse::of(email.ok_or_else(void)?))
}

fn void() -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "INVALID_TOKEN",
        "This verification link is no longer valid. Please request a new one and use the latest email.",
    )
}
