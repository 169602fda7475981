//! AI insights. None are made yet: the call says so.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Days, NaiveTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::refusals::{AnyCall, SignedIn};
use crate::app::App;
use crate::auth::AuthUser;
use crate::error::{ApiError, ErrorBody};

/// For every plan.
const CALLS_PER_DAY: u32 = 5;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightsUsage {
    pub remaining_calls: u32,
    pub daily_limit: u32,
    /// The next midnight, UTC.
    pub reset_time: DateTime<Utc>,
}

/// How many insights may still be asked for today.
#[utoipa::path(
    get, path = "/ai/usage", tag = "ai", operation_id = "get_insights_usage",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = InsightsUsage),
    )
)]
pub async fn get_insights_usage(State(app): State<App>, _user: AuthUser) -> Json<InsightsUsage> {
    let tomorrow = app.clock.now().date_naive() + Days::new(1);
    Json(InsightsUsage {
        remaining_calls: CALLS_PER_DAY,
        daily_limit: CALLS_PER_DAY,
        reset_time: tomorrow.and_time(NaiveTime::MIN).and_utc(),
    })
}

/// Analyses what was found for the user's keywords.
#[utoipa::path(
    post, path = "/ai/comprehensive-insights", tag = "ai", operation_id = "create_insights",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 409, body = ErrorBody, description = "`INSIGHTS_NOT_AVAILABLE`"),
    )
)]
pub async fn create_insights(_user: AuthUser) -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "INSIGHTS_NOT_AVAILABLE",
        "AI insights are not available on this server yet.",
    )
}
