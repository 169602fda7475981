//! The setup page, for whoever has the link that the server shows when it starts.

use crate::auth::RegisterRequest;
use crate::prelude::*;
use domain::setup::{self, Done};

#[derive(Deserialize, Validate, ToSchema)]
pub struct SetupQuestion {
    /// The key from the link.
    #[schema(max_length = 100, example = "the key of the link")]
    #[validate(length(max = 100, message = "A key is shorter"))]
    key: String,
}

/// The parts that remain to be set up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    /// Whether there is no administrator yet.
    pub needs_account: bool,
    /// The sites to choose from: those for which the configuration does not say whether they are
    /// read.
    pub sites: Vec<String>,
}

#[derive(Deserialize, Validate, ToSchema)]
pub struct SetupInput {
    /// The key from the link.
    #[schema(max_length = 100, example = "the key of the link")]
    #[validate(length(max = 100, message = "A key is shorter"))]
    key: String,
    /// The names of the sites to read.
    #[schema(max_items = 20, example = json!(["reddit"]))]
    #[validate(length(max = 20, message = "There are fewer sites"))]
    sites: Vec<String>,
    /// The account of an administrator; ignored if there already is one.
    #[schema(nullable = false)]
    #[validate(nested)]
    account: Option<RegisterRequest>,
}

/// Returns what the link to the setup page can be used for.
#[utoipa::path(
    post, path = "/setup/look", tag = "setup", request_body = SetupQuestion,
    responses(
        AnyCall, JsonBody,
        (status = 200, body = Setup),
        (status = 403, body = ErrorBody, description = "`SETUP_LINK_INVALID`: unknown, expired or used"),
    )
)]
pub async fn look_at_setup(
    State(app): State<App>,
    Valid(question): Valid<SetupQuestion>,
) -> ApiResult<Json<Setup>> {
    let open = setup::look(&app, &question.key).await?;
    let open = open.ok_or_else(invalid)?;
    let places = open.sites.iter().map(|site| site.place.to_owned());
    Ok(Json(Setup { needs_account: open.needs_account, sites: places.collect() }))
}

/// Creates the account of an administrator, and chooses the sites to read.
///
/// The account can sign in at once, and reading begins within a second. The link cannot be used
/// again.
#[utoipa::path(
    post, path = "/setup", tag = "setup", request_body = SetupInput,
    responses(
        AnyCall, JsonBody,
        (status = 204),
        (status = 403, body = ErrorBody, description = "`SETUP_LINK_INVALID`: unknown, expired or used"),
    )
)]
pub async fn finish_setup(
    State(app): State<App>,
    Valid(input): Valid<SetupInput>,
) -> ApiResult<StatusCode> {
    let account = input.account.map(RegisterRequest::into_account).transpose()?;
    let account = account.map(|(account, _)| account);
    match setup::finish(&app, &app.passwords, &input.key, &input.sites, account).await? {
        Done::Done => Ok(StatusCode::NO_CONTENT),
        Done::BadKey => Err(invalid()),
        Done::AccountMissing => Err(ApiError::invalid(
            "account",
            "There is no administrator yet: enter the details of their account",
        )),
        Done::AddressTaken => Err(ApiError::invalid(
            "account.email",
            "There is an account with this address. Use another one, or make that account an \
             administrator with harken user promote.",
        )),
    }
}

fn invalid() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "SETUP_LINK_INVALID",
        "This link has been used or has expired. Restart Harken: it prints a new one if there is \
         still something to set up.",
    )
}
