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
    #[validate(custom(function = "rules::email"))]
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
    post, path = "/auth/resend-verification", tag = "auth", operation_id = "resend_verification",
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
    let email =
        email_address::parse(&input.email).map_err(|text| ApiError::invalid("email", text))?;
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

/// Marks an address as verified.
///
/// The same link keeps succeeding until it expires.
#[utoipa::path(
    get, path = "/auth/verify-email/{token}", tag = "auth", operation_id = "verify_email",
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
    let email = verification::follow_link(&app, &token, &mut conn).await?.ok_or_else(|| {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "INVALID_TOKEN",
            "This verification link is no longer valid. Please request a new one and use the \
                 latest email.",
        )
    })?;
    Ok(Json(VerifyEmailResponse { message: "Email verified successfully", email }))
}
