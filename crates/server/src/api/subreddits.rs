//! Whether a subreddit can be watched, as the forum says.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use matcher::SubredditName;
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::PathPart;
use crate::api::error::{ApiError, ApiResult, ErrorBody};
use crate::api::refusals::{AnyCall, SignedIn};
use crate::app::App;
use crate::auth::AuthUser;
use crate::db::models::rate_limit;
use crate::db::models::subreddit_check::{Reason, SubredditCheck};
use crate::forum::{ForumError, SubredditState};

const TRUSTED_IF_FOUND: TimeDelta = TimeDelta::hours(24);
const TRUSTED_IF_NOT: TimeDelta = TimeDelta::minutes(10);
/// Questions a minute that one user may pass on to the forum; known answers do not count.
const QUESTIONS_PER_MINUTE: u32 = 60;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubredditValidation {
    /// Whether it can be watched.
    pub exists: bool,
    /// In the forum's spelling, as far as it is known.
    pub name: String,
    /// Why it cannot be watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<SubredditProblem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubredditProblem {
    /// No subreddit can have this name.
    InvalidName,
    /// It exists, and only its members can read it.
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

/// Asks the forum whether a subreddit exists and can be read. Answers are kept: a found one for 24
/// hours, others for 10 minutes.
#[utoipa::path(
    get, path = "/subreddits/validate/{name}", tag = "subreddits",
    operation_id = "validate_subreddit",
    security(("token" = [])), params(("name" = String, Path)),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SubredditValidation),
        (status = 429, body = ErrorBody, description = "`REDDIT_RATE_LIMIT_EXCEEDED`"),
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
    let now = app.clock.now();
    let held = {
        let mut conn = app.conn().await?;
        let held = SubredditCheck::find(parsed.as_str(), now, &mut conn).await?;
        if held.is_none() {
            count_question(&app, user, now, &mut conn).await?;
        }
        held
    };
    let check = match held {
        Some(check) => check,
        None => ask(&app, parsed.as_str(), now).await?,
    };
    Ok(Json(SubredditValidation {
        exists: check.found,
        name: check.display,
        reason: check.reason.map(Into::into),
    }))
}

/// Asks the forum, without a connection in hand, and stores what it says.
async fn ask(app: &App, name: &str, now: DateTime<Utc>) -> ApiResult<SubredditCheck> {
    let Some(forum) = &app.forum else {
        tracing::warn!("a subreddit was to be checked, and no forum is configured");
        return Err(unavailable());
    };
    let (display, reason) = match forum.subreddit(name).await {
        Ok(SubredditState::Public(display)) => (display, None),
        Ok(SubredditState::Private) => (name.to_owned(), Some(Reason::Private)),
        Ok(SubredditState::Banned) => (name.to_owned(), Some(Reason::Banned)),
        Ok(SubredditState::NotFound) => (name.to_owned(), Some(Reason::NotFound)),
        Err(error) => {
            log_failure(&error);
            return Err(unavailable());
        }
    };
    let trusted = match reason {
        None => TRUSTED_IF_FOUND,
        Some(_) => TRUSTED_IF_NOT,
    };
    let check = SubredditCheck {
        name: name.to_lowercase(),
        display,
        found: reason.is_none(),
        expires_at: now + trusted,
        reason,
    };
    let mut conn = app.conn().await?;
    check.store(&mut conn).await?;
    Ok(check)
}

async fn count_question(
    app: &App,
    user: AuthUser,
    now: DateTime<Utc>,
    conn: &mut crate::db::Conn,
) -> ApiResult<()> {
    let minute = TimeDelta::minutes(1);
    let start = now.duration_trunc(minute).unwrap_or(now);
    let key = app.secrets.counter_key(&format!("user {}", user.id));
    let asked = rate_limit::count("subreddit_check", &key, start, conn).await?;
    if u32::try_from(asked).unwrap_or(0) <= QUESTIONS_PER_MINUTE {
        return Ok(());
    }
    let left = (start + minute - now).num_seconds().max(1);
    Err(ApiError::RateLimited {
        code: "REDDIT_RATE_LIMIT_EXCEEDED",
        text: "Too many subreddits were checked at once. Please wait a moment.".to_owned(),
        retry_after: u32::try_from(left).unwrap_or(60),
        limit: QUESTIONS_PER_MINUTE,
    })
}

fn log_failure(error: &ForumError) {
    tracing::warn!(%error, "a subreddit could not be checked");
}

fn unavailable() -> ApiError {
    ApiError::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "SUBREDDIT_CHECK_UNAVAILABLE",
        "The forum does not answer right now, so this subreddit could not be checked. Please try \
         again in a moment.",
    )
}
