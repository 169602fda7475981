use super::InsightsRun;
use super::runs::shown;
use crate::prelude::*;
use db::models::insight_job::InsightJob;
use db::models::insight_result::InsightResult;
use deliver::insights::demo;
use deliver::insights::shown::InsightsResult;

#[derive(Debug, Serialize, ToSchema)]
pub struct LatestInsights {
    /// The latest result; null until there is one, and after it was cleared.
    pub result: Option<InsightsResult>,
    /// The run that is in progress, if any.
    pub run: Option<InsightsRun>,
}

pub(crate) async fn latest_insights(
    user_id: Uuid,
    conn: &mut Conn,
) -> ApiResult<Option<InsightsResult>> {
    match InsightResult::find(user_id, conn).await? {
        Some(row) => Ok(Some(shown(row, conn).await?)),
        None => Ok(None),
    }
}

/// Returns the latest insights and the run that is in progress, on any device.
#[utoipa::path(
    get, path = "/ai/insights", tag = "ai", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = LatestInsights))
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

/// Clears the latest insights, on all devices.
///
/// A run in progress continues. The insights can be restored for a day and are then deleted.
#[utoipa::path(
    delete, path = "/ai/insights", tag = "ai", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 204, description = "Cleared, or there were none"))
)]
pub async fn clear_insights(State(app): State<App>, user: AuthUser) -> ApiResult<StatusCode> {
    let now = app.clock.now();
    InsightResult::clear(user.id, now, &mut *app.conn().await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores the insights that were cleared, on all devices.
///
/// A result that was made since stays.
#[utoipa::path(
    post, path = "/ai/insights/restore", tag = "ai", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 204, description = "Restored, or there is a newer result"),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: nothing was cleared in the last day"),
    )
)]
pub async fn restore_insights(State(app): State<App>, user: AuthUser) -> ApiResult<StatusCode> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    if !InsightResult::restore(user.id, now, &mut conn).await? {
        return Err(ApiError::not_found("result"));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a result with `isDemo`, made from invented samples.
///
/// It is shown to users who have no call left today, is the same for everybody, and does not count
/// as a call.
#[utoipa::path(
    get, path = "/ai/insights/demo", tag = "ai", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = InsightsResult))
)]
pub async fn get_demo_insights(
    State(app): State<App>,
    _user: AuthUser,
) -> ApiResult<Json<InsightsResult>> {
    Ok(Json(demo(app.clock.now())))
}
