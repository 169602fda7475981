//! Names of subreddits that only the forum can confirm.

use matcher::SubredditName;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::subreddits::{unconfirmed, unconfirmed_text};
use domain::auth::AuthUser;

/// Checks that the forum has those subreddits of a field that only it can confirm.
pub(super) async fn check_names(
    app: &App,
    auth: AuthUser,
    field: &str,
    typed: &[String],
) -> ApiResult<()> {
    for (index, typed) in typed.iter().enumerate() {
        let names = SubredditName::parse_joined(typed).unwrap_or_default();
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        if let Some(name) = unconfirmed(app, auth, &names).await?.first() {
            return Err(ApiError::invalid(&format!("{field}.{index}"), unconfirmed_text(name)));
        }
    }
    Ok(())
}
