//! Checks with the forum whether a subreddit can be watched.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use matcher::SubredditName;
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::PathPart;
use super::questions::Questions;
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::refusals::{AnyCall, SignedIn};
use db::models::place::PlaceState;
use db::models::subreddit_check::{Reason, SubredditCheck};
use domain::auth::AuthUser;
use domain::watches::places::store_answer;
use platform::sources::ForumError;
use platform::sources::reddit::Priority;

/// The code for a user who requests too many checks of subreddits, while the forum limits nobody.
pub const CHECK_LIMIT_CODE: &str = "SUBREDDIT_CHECK_LIMIT_EXCEEDED";
pub const CHECK_LIMIT_TEXT: &str =
    "You have checked many subreddits in a short time. Please wait a moment.";
/// The checks that one user may pass on to the forum; known answers do not count.
const QUESTIONS: Questions = Questions {
    class: "subreddit_check",
    per_minute: 60,
    code: CHECK_LIMIT_CODE,
    text: CHECK_LIMIT_TEXT,
};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubredditValidation {
    /// Whether keywords can search it.
    pub exists: bool,
    /// The name in Reddit's spelling, as far as it is known.
    pub name: String,
    /// The reason why keywords cannot search it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<SubredditProblem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubredditProblem {
    /// No subreddit can have this name.
    InvalidName,
    /// It exists, but only its members can read it.
    Private,
    Banned,
    NotFound,
}

impl From<Reason> for SubredditProblem {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Private => Self::Private,
            Reason::Banned => Self::Banned,
            Reason::NotFound => Self::NotFound,
        }
    }
}

/// A subreddit that can be read, or was not asked about, has no problem.
impl TryFrom<PlaceState> for SubredditProblem {
    type Error = ();

    fn try_from(state: PlaceState) -> Result<Self, ()> {
        match state {
            PlaceState::Private => Ok(Self::Private),
            PlaceState::Banned => Ok(Self::Banned),
            PlaceState::Missing => Ok(Self::NotFound),
            PlaceState::Unknown | PlaceState::Assumed | PlaceState::Ok => Err(()),
        }
    }
}

/// Asks Reddit whether a subreddit exists and can be read.
///
/// A positive answer is kept for 24 hours, others for 10 minutes.
#[utoipa::path(
    get, path = "/subreddits/validate/{name}", tag = "subreddits", security(("token" = [])),
    params(("name" = String, Path, example = "rust")),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SubredditValidation),
        (
            status = 429, body = ErrorBody,
            description = "`SUBREDDIT_CHECK_LIMIT_EXCEEDED`: the user has made too many checks; \
                `REDDIT_RATE_LIMIT_EXCEEDED`: Reddit accepts no more requests from Harken for now",
        ),
        (status = 503, body = ErrorBody, description = "`SUBREDDIT_CHECK_UNAVAILABLE`"),
    )
)]
pub async fn validate_subreddit(
    State(app): State<App>,
    user: AuthUser,
    PathPart(name): PathPart<String>,
) -> ApiResult<Json<SubredditValidation>> {
    let Ok(parsed) = SubredditName::parse(&name) else {
        return Ok(Json(SubredditValidation {
            exists: false,
            name,
            reason: Some(SubredditProblem::InvalidName),
        }));
    };
    if parsed.is_all() {
        return Ok(Json(SubredditValidation {
            exists: true,
            name: matcher::ALL.to_owned(),
            reason: None,
        }));
    }
    let check = check(&app, user, parsed.as_str()).await?;
    Ok(Json(SubredditValidation {
        exists: check.found,
        name: check.display,
        reason: check.reason.map(Into::into),
    }))
}

/// Returns the names among these that need the forum's confirmation and do not have it, after
/// asking for it where that is not known. Those of the user's own keywords have it, and without a
/// forum no others do.
///
/// # Errors
/// The forum did not answer, or was asked too often.
pub(crate) async fn unconfirmed<'a>(
    app: &App,
    user: AuthUser,
    names: impl IntoIterator<Item = &'a String>,
) -> ApiResult<Vec<String>> {
    let mut waiting: Vec<String> =
        names.into_iter().filter(|name| is_unusual(name)).cloned().collect();
    if waiting.is_empty() {
        return Ok(waiting);
    }
    waiting.sort_unstable();
    waiting.dedup();
    let confirmed = SubredditCheck::confirmed(&waiting, user.id, &mut *app.conn().await?).await?;
    waiting.retain(|name| !confirmed.contains(&name.to_lowercase()));
    if app.sources.forum.is_none() {
        return Ok(waiting);
    }
    let mut refused = Vec::new();
    for name in waiting {
        if !check(app, user, &name).await?.found {
            refused.push(name);
        }
    }
    Ok(refused)
}

fn is_unusual(name: &str) -> bool {
    SubredditName::parse(name).is_ok_and(|name| name.needs_confirmation())
}

/// Returns the text for a name that the forum has not confirmed.
pub(crate) fn unconfirmed_text(name: &str) -> String {
    format!("Reddit has not confirmed that it has a subreddit called {name} that can be read")
}

/// Returns the forum's answer about a subreddit: a recent one, or that to a question.
async fn check(app: &App, user: AuthUser, name: &str) -> ApiResult<SubredditCheck> {
    let now = app.clock.now();
    {
        let mut conn = app.conn().await?;
        if let Some(held) = SubredditCheck::find(name, now, &mut conn).await? {
            return Ok(held);
        }
        QUESTIONS.count(app, user, &mut conn).await?;
    }
    ask(app, name, now).await
}

/// Asks the forum, without a connection in hand, and stores its answer.
async fn ask(app: &App, name: &str, now: DateTime<Utc>) -> ApiResult<SubredditCheck> {
    let Some(forum) = &app.sources.forum else {
        tracing::warn!("a subreddit was to be checked, and no forum is configured");
        return Err(unavailable());
    };
    let answer = match forum.subreddit(name, Priority::Person).await {
        Ok(answer) => answer,
        Err(error) => {
            log_failure(&error);
            return Err(not_checked(app, &error));
        }
    };
    let mut conn = app.conn().await?;
    Ok(store_answer(name, answer, now, rand::random(), &mut conn).await?)
}

fn log_failure(error: &ForumError) {
    tracing::warn!(%error, "a subreddit could not be checked");
}

/// Returns the error for a check that the forum did not answer: it has either had too many requests
/// from Harken, or does not answer anyone.
fn not_checked(app: &App, error: &ForumError) -> ApiError {
    let (ForumError::RateLimited { retry_after } | ForumError::OverBudget { retry_after }) = error
    else {
        return unavailable();
    };
    ApiError::RateLimited {
        code: "REDDIT_RATE_LIMIT_EXCEEDED",
        text: "Reddit is not accepting any more requests from Harken at the moment. Please try \
            again \
               soon."
            .to_owned(),
        // Round up, so that a client that waits this long has waited long enough.
        retry_after: u32::try_from(retry_after.as_secs() + 1).unwrap_or(u32::MAX),
        limit: app.config.forum.requests_per_minute,
    }
}

fn unavailable() -> ApiError {
    ApiError::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "SUBREDDIT_CHECK_UNAVAILABLE",
        "Reddit is not answering right now, so this subreddit could not be checked. Please try \
         again in a moment.",
    )
}
