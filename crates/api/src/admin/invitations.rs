use crate::prelude::*;
use crate::signed_in::Administrator;
use domain::auth::{email_address, invitations};

const DEFAULT_DAYS: u32 = 7;

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct InvitationInput {
    /// The only address that can use the invitation; if missing, anybody can.
    #[schema(nullable = false, max_length = 254, format = "email")]
    #[validate(length(max = 254, message = "An email address is shorter."))]
    email: Option<String>,
    /// The number of days for which the invitation is valid; 7 if missing.
    #[schema(nullable = false, minimum = 1, maximum = 365)]
    #[validate(range(min = 1, max = 365, message = "Use 1 to 365 days."))]
    days: Option<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The address of the page on which one person can register. It is returned only once.
    pub link: String,
    pub expires_at: DateTime<Utc>,
}

/// Creates an invitation, with which one person can register.
///
/// It is needed where registration is by invitation.
#[utoipa::path(
    post, path = "/invitations", tag = "admin", security(("token" = [])),
    request_body = InvitationInput,
    responses(AnyCall, SignedIn, ForAdministrators, JsonBody, (status = 201, body = Invitation))
)]
pub async fn create_invitation(
    State(app): State<App>,
    Administrator(auth): Administrator,
    Valid(input): Valid<InvitationInput>,
) -> ApiResult<(StatusCode, Json<Invitation>)> {
    let email = input.email.filter(|typed| !typed.trim().is_empty());
    let email = email.map(|typed| email_address::parse(&typed)).transpose();
    let email = email.map_err(|text| ApiError::invalid("email", text))?;
    let life = TimeDelta::days(input.days.unwrap_or(DEFAULT_DAYS).into());
    let expires_at = app.clock.now() + life;
    let link = invitations::invite(&app, Some(auth.id), email, life).await?;
    Ok((StatusCode::CREATED, Json(Invitation { link, expires_at })))
}
