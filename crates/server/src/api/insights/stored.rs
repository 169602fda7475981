use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::InsightsRun;
use super::runs::shown;
use crate::api::error::ApiResult;
use crate::api::refusals::{AnyCall, SignedIn};
use crate::app::App;
use crate::auth::AuthUser;
use crate::db::Conn;
use crate::db::models::insight_job::InsightJob;
use crate::db::models::insight_result::InsightResult;
use crate::insights::shown::InsightsResult;

#[derive(Debug, Serialize, ToSchema)]
pub struct LatestInsights {
    /// Null until some are made, and once they are cleared.
    pub result: Option<InsightsResult>,
    /// What is being made.
    pub run: Option<InsightsRun>,
}

pub(in crate::api) async fn latest_insights(
    user_id: Uuid,
    conn: &mut Conn,
) -> ApiResult<Option<InsightsResult>> {
    match InsightResult::find(user_id, conn).await? {
        Some(row) => Ok(Some(shown(row, conn).await?)),
        None => Ok(None),
    }
}

/// Returns what was made last, on whatever device it was asked for, and what is being made.
#[utoipa::path(
    get, path = "/ai/insights", tag = "ai", operation_id = "get_latest_insights",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = LatestInsights),
    )
)]
pub async fn get_latest_insights(
    State(app): State<App>,
    user: AuthUser,
) -> ApiResult<Json<LatestInsights>> {
    let mut conn = app.conn().await?;
    let newest = InsightJob::newest(user.id, &mut conn).await?;
    let run = newest
        .filter(|(job, _)| job.finished_at.is_none())
        .map(|(job, done)| InsightsRun::new(job, done));
    let result = latest_insights(user.id, &mut conn).await?;
    Ok(Json(LatestInsights { result, run }))
}

/// Removes what was made last, for all devices. What is being made goes on.
#[utoipa::path(
    delete, path = "/ai/insights", tag = "ai", operation_id = "clear_insights",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 204, description = "There is none now"),
    )
)]
pub async fn clear_insights(State(app): State<App>, user: AuthUser) -> ApiResult<StatusCode> {
    InsightResult::clear(user.id, &mut *app.conn().await?).await?;
    Ok(StatusCode::NO_CONTENT)
}
