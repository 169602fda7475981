use axum::Json;
use axum::extract::State;
use matcher::{SubredditName, is_subreddit};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::app::App;
use crate::error::{ApiResult, ErrorBody};
use crate::extract::Valid;
use crate::refusals::{AnyCall, JsonBody, SignedIn};
use domain::auth::AuthUser;
use ingest::reddit::plan::dry_run;
use platform::coverage::{places_of, watched_by};

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct PlanQuestion {
    /// Names without `r/`, to be searched in addition to those of the user's active keywords.
    #[validate(length(min = 1, max = 100, message = "Name 1 to 100 subreddits."))]
    #[schema(example = json!(["rust"]))]
    pub subreddits: Vec<String>,
}

/// An estimate of what more subreddits would cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanEstimate {
    /// The requests per minute for those subreddits that nobody's keywords search yet.
    pub requests_per_minute: f64,
    /// The requests per minute that Reddit allows.
    pub allowed_per_minute: u32,
    /// The seconds within which 95 % of the posts and comments of the user's subreddits are read now; null without any.
    #[schema(required = true)]
    pub p95_seconds_now: Option<f64>,
    /// The same with the additional subreddits.
    #[schema(required = true)]
    pub p95_seconds: Option<f64>,
    /// Whether the allowed requests would not suffice to read everything that is searched here.
    pub is_short: bool,
}

/// Estimates what more subreddits would cost, and changes nothing.
///
/// Invalid names are ignored, and so are sites and feeds, which need no requests to Reddit.
#[utoipa::path(
    post, path = "/coverage/plan", tag = "coverage", security(("token" = [])),
    request_body = PlanQuestion,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 200, body = PlanEstimate),
        (
            status = 429, body = ErrorBody,
            description = "`SEARCH_IN_PROGRESS`: another estimate or preview for the user is in progress",
        ),
    )
)]
pub async fn estimate_plan(
    State(app): State<App>,
    auth: AuthUser,
    Valid(question): Valid<PlanQuestion>,
) -> ApiResult<Json<PlanEstimate>> {
    let turn = app.previews.take(auth.id).await?;
    let names = question.subreddits.iter();
    let added = names.filter_map(|name| SubredditName::parse_joined(name).ok()).flatten();
    let added = added.map(|name| name.as_str().to_lowercase());
    let added = added.filter(|name| is_subreddit(name)).collect();
    let own = {
        let mut conn = app.conn().await?;
        watched_by(auth.id, &mut conn).await?
    };
    let own = places_of(&own).into_keys();
    let own = own.filter(|name| is_subreddit(name)).collect();
    let estimate = dry_run(&app, own, added).await?;
    drop(turn);
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    Ok(Json(PlanEstimate {
        requests_per_minute: (estimate.requests_per_minute * 100.0).round() / 100.0,
        allowed_per_minute: app.config.forum.requests_per_minute,
        p95_seconds_now: estimate.p95_seconds_now.map(tenth),
        p95_seconds: estimate.p95_seconds.map(tenth),
        is_short: estimate.is_short,
    }))
}
