use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::MessageResponse;
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::Valid;
use crate::refusals::{AnyCall, JsonBody};
use crate::rules;
use db::models::mail_request::{MailRequest, Wanted};
use domain::auth::attempts::{self, AskedMail};
use domain::auth::client_address::ClientAddress;
use domain::auth::devices::{self, NewDeviceToken};
use domain::auth::{email_address, reset};

#[derive(Deserialize, Validate, ToSchema)]
pub struct ForgotPasswordRequest {
    #[serde(default)]
    #[schema(required = true, max_length = 254, format = "email")]
    #[validate(custom(function = "rules::known_email"))]
    email: String,
}

/// Sends a link to choose a new password, if the address has an account.
///
/// The answer does not reveal whether it has.
#[utoipa::path(
    post, path = "/auth/forgot-password", tag = "auth", request_body = ForgotPasswordRequest,
    responses(
        AnyCall, JsonBody,
        (status = 200, body = MessageResponse),
        (status = 429, body = ErrorBody, description = "`AUTH_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn forgot_password(
    State(app): State<App>,
    client: ClientAddress,
    Valid(input): Valid<ForgotPasswordRequest>,
) -> ApiResult<Json<MessageResponse>> {
    let email = email_address::parse_known(&input.email);
    let email = email.map_err(|text| ApiError::invalid("email", text))?;
    attempts::count_mail(&app, AskedMail::Reset, &email, client).await?;
    let mut conn = app.conn().await?;
    MailRequest::note(Wanted::Reset, &email, app.clock.now(), &mut conn).await?;
    Ok(Json(MessageResponse {
        message: "If this address has an account, we have sent it a link to choose a new password.",
    }))
}

#[derive(Deserialize, Validate, ToSchema)]
pub struct ResetPasswordRequest {
    /// The token of the link in the email, valid once and for 30 minutes.
    #[serde(default)]
    #[schema(required = true)]
    token: String,
    /// Requires a lower-case letter, an upper-case letter and a digit. The most common passwords
    /// are refused.
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = "password")]
    #[validate(custom(function = "rules::new_password"))]
    password: String,
}

/// Sets a new password with the link from the email.
///
/// Every session ends, API keys are revoked, feeds get new addresses, links in earlier alerts stop
/// working, and an email confirms the change.
#[utoipa::path(
    post, path = "/auth/reset-password", tag = "auth", request_body = ResetPasswordRequest,
    responses(
        AnyCall, JsonBody,
        (status = 200, body = MessageResponse, headers(("Harken-Device" = String, description = "As at sign-in"))),
        (status = 400, body = ErrorBody, description = "`INVALID_TOKEN`, `INVALID_JSON`"),
    )
)]
pub async fn reset_password(
    State(app): State<App>,
    Valid(input): Valid<ResetPasswordRequest>,
) -> ApiResult<(NewDeviceToken, Json<MessageResponse>)> {
    let user = reset::choose_password(&app, &app.passwords, &input.token, input.password)
        .await?
        .ok_or_else(|| {
            ApiError::new(
                StatusCode::BAD_REQUEST,
                "INVALID_TOKEN",
                "This link is no longer valid. Please request a new one.",
            )
        })?;
    let answer = MessageResponse { message: "Password changed. You can sign in with it now." };
    // Whoever reads the owner's email is not a stranger, however many wrong passwords strangers
    // enter.
    Ok((devices::token(&app, None, &user), Json(answer)))
}
