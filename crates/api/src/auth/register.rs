use crate::prelude::*;
use crate::rules;
use db::models::instance_settings::RegistrationMode;
use domain::auth::accounts::Registered;
use domain::auth::accounts::{self, NewAccount};
use domain::auth::attempts::{self, AskedMail};
use domain::auth::client_address::ClientAddress;
use domain::auth::email_address;
use domain::auth::invitations;
use domain::setup;
use domain::watches::instance_limits::INSTANCE_LIMIT_EXCEEDED;
use foundation::wording::plural::number;
use platform::instance::settings::Setting;

/// A request for an account. A missing text counts as empty, so that one answer names every wrong
/// field.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterRequest {
    #[serde(default)]
    #[schema(required = true, max_length = 254, format = "email")]
    #[validate(custom(function = "rules::email"))]
    email: String,
    /// Requires a lower-case letter, an upper-case letter and a digit. The most common passwords
    /// are refused.
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = "password")]
    #[validate(custom(function = "rules::new_password"))]
    password: String,
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 100, example = "Ada")]
    #[validate(custom(function = "rules::first_name"))]
    first_name: String,
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 100, example = "Reader")]
    #[validate(custom(function = "rules::last_name"))]
    last_name: String,
    /// An IANA time zone, such as `Europe/Vienna`; UTC if missing.
    #[schema(nullable = false)]
    #[validate(custom(function = "rules::time_zone"))]
    time_zone: Option<String>,
    /// The token of an invitation; ignored unless registration requires one, and for the first account.
    #[schema(nullable = false, max_length = 100)]
    #[validate(length(max = 100, message = "An invitation is shorter"))]
    invitation: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterResponse {
    /// Always true: an email with a link is on its way.
    pub requires_verification: bool,
    pub message: &'static str,
}

/// Registers a new account.
///
/// The answer is the same for an address that already has an account. Its owner gets an email about
/// the attempt.
#[utoipa::path(
    post, path = "/auth/register", tag = "auth", request_body = RegisterRequest,
    responses(
        AnyCall, JsonBody,
        (status = 201, body = RegisterResponse),
        (status = 403, body = ErrorBody, description = "`REGISTRATION_CLOSED`, `INVITATION_REQUIRED`"),
        (status = 409, body = ErrorBody, description = "`INSTANCE_LIMIT_EXCEEDED`: the server has its maximum number of accounts"),
        (status = 429, body = ErrorBody, description = "`AUTH_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn register_user(
    State(app): State<App>,
    client: ClientAddress,
    Valid(input): Valid<RegisterRequest>,
) -> ApiResult<(StatusCode, Json<RegisterResponse>)> {
    let Setting { value: mode, is_configured } = app.settings.registration();
    if mode == RegistrationMode::Closed {
        return Err(closed());
    }
    let (account, invitation) = input.into_account()?;
    if !is_configured && setup::is_untouched(&app).await? {
        return Err(not_set_up());
    }
    let invitation = match mode {
        RegistrationMode::Invite => {
            let token = invitation.as_deref().ok_or_else(uninvited)?;
            if !invitations::is_usable(&app, token, &account.email).await? {
                return Err(uninvited());
            }
            Some(token)
        }
        RegistrationMode::Open | RegistrationMode::Closed => None,
    };
    attempts::count_mail(&app, AskedMail::Verification, &account.email, client).await?;
    match accounts::register(&app, &app.passwords, account, invitation).await? {
        Registered::Asked => {}
        Registered::Uninvited => return Err(uninvited()),
        Registered::Full { limit } => return Err(full(limit)),
    }
    let answer = RegisterResponse {
        requires_verification: true,
        message: "Please check your inbox for a link to verify your email address.",
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

impl RegisterRequest {
    /// Returns the account and the invitation.
    pub(crate) fn into_account(self) -> ApiResult<(NewAccount, Option<String>)> {
        let email =
            email_address::parse(&self.email).map_err(|text| ApiError::invalid("email", text))?;
        let account = NewAccount {
            email,
            password: self.password,
            first_name: self.first_name.trim().to_owned(),
            last_name: self.last_name.trim().to_owned(),
            time_zone: self.time_zone.unwrap_or_else(|| "UTC".to_owned()),
        };
        Ok((account, self.invitation))
    }
}

/// Returns the same error for an invitation that is unknown, used, out of date or somebody else's.
fn uninvited() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "INVITATION_REQUIRED",
        "You need an invitation to create an account here. Yours may have been used, have expired \
         or be for another address. Ask whoever runs this server for one.",
    )
}

fn full(limit: u32) -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        INSTANCE_LIMIT_EXCEEDED,
        format!(
            "This server already has as many accounts as its operator allows ({}). Ask whoever \
             runs it to allow more.",
            number(limit.into())
        ),
    )
}

/// Returns the error before anything is set up: whoever runs the server should come first.
fn not_set_up() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "REGISTRATION_CLOSED",
        "This server is not set up yet. Whoever runs it has a link to its setup page.",
    )
}

fn closed() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "REGISTRATION_CLOSED",
        "This server does not accept new accounts. Ask whoever runs it for one.",
    )
}
