use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use tokio::time::Instant;

use super::InsightsRun;
use crate::prelude::*;
use db::models::insight_job::{InsightJob, Status};
use db::models::insight_result::InsightResult;
use db::schema::watches;
use deliver::insights::result::Stored;
use deliver::insights::shown::InsightsResult;
use deliver::insights::{demo, quota};

/// The most keywords of one request; if there are more, those that found most.
const MAX_KEYWORDS: i64 = 50;
/// The longest wait of a call for its result, whatever it would prefer.
const MAX_WAIT: Duration = Duration::from_secs(25);
/// The interval at which a waiting call looks, even if no notification arrives.
const LOOK: Duration = Duration::from_secs(1);

/// Analyses the matches of the user's keywords.
///
/// Returns the result or, if it takes longer than 25 seconds, `202` with a run to follow. The run
/// continues whether or not anybody waits for it. With `Prefer: respond-async` (RFC 7240), the run
/// is returned at once; `wait` sets the seconds to wait instead, at most 25. Five calls per UTC day
/// analyse the user's own discussions; further calls return at once a result with `isDemo`, made
/// from samples.
#[utoipa::path(
    post, path = "/ai/comprehensive-insights", tag = "ai", security(("token" = [])),
    params((
        "Prefer" = Option<String>, Header, example = "respond-async",
        description = "`respond-async`, or `wait` with a number of seconds",
    )),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = InsightsResult),
        (status = 202, body = InsightsRun),
        (status = 409, body = ErrorBody, description = "`NO_KEYWORDS`"),
    )
)]
pub async fn create_insights(
    State(app): State<App>,
    user: AuthUser,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let Some(job) = enqueue(&app, user.id).await? else {
        return Ok(Json(demo(app.clock.now())).into_response());
    };
    let mut run = InsightsRun::new(job, 0);
    let patience = preferred_wait(&headers);
    if !patience.is_zero() {
        run = wait(&app, user, run, patience).await?;
        if let Some(result) = result_of(&app, user.id, run.id).await? {
            return Ok(Json(result).into_response());
        }
    }
    Ok((StatusCode::ACCEPTED, Json(run)).into_response())
}

/// Counts the call and creates its job, both or neither. Returns `None` if no call was left.
async fn enqueue(app: &App, user_id: Uuid) -> ApiResult<Option<InsightJob>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        let (watch_ids, keywords) = keywords_of(user_id, conn).await?;
        if watch_ids.is_empty() {
            return Err(ApiError::new(
                StatusCode::CONFLICT,
                "NO_KEYWORDS",
                "No keywords found. Please add some keywords first.",
            ));
        }
        if !quota::take(app, user_id, now, conn).await? {
            return Ok(None);
        }
        let job = InsightJob {
            id: Uuid::now_v7(),
            user_id,
            status: Status::Queued,
            watch_ids,
            keywords,
            leased_until: None,
            fence: 0,
            attempts: 0,
            reason: None,
            created_at: now,
            started_at: None,
            finished_at: None,
        };
        job.insert(conn).await?;
        Ok(Some(job))
    })
    .await
}

async fn keywords_of(user_id: Uuid, conn: &mut Conn) -> QueryResult<(Vec<Uuid>, Vec<String>)> {
    let rows: Vec<(Uuid, String)> = watches::table
        .filter(watches::user_id.eq(user_id))
        .order((watches::match_count.desc(), watches::id))
        .limit(MAX_KEYWORDS)
        .select((watches::id, watches::keyword))
        .load(conn)
        .await?;
    Ok(rows.into_iter().unzip())
}

/// Returns the wait that `Prefer: respond-async, wait=10` and the like ask for.
fn preferred_wait(headers: &HeaderMap) -> Duration {
    let all = headers.get_all("prefer").into_iter();
    let texts = all.filter_map(|value| value.to_str().ok());
    let (mut named, mut is_async) = (None, false);
    for one in texts.flat_map(|text| text.split([',', ';'])) {
        let (name, value) = one.split_once('=').unwrap_or((one, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "respond-async" => is_async = true,
            "wait" => named = value.trim().trim_matches('"').parse().ok().or(named),
            _ => {}
        }
    }
    let unnamed = if is_async { Duration::ZERO } else { MAX_WAIT };
    named.map_or(unnamed, Duration::from_secs).min(MAX_WAIT)
}

/// Waits until `run` is over, at most for `patience`. No connection is held meanwhile.
async fn wait(
    app: &App,
    user: AuthUser,
    mut run: InsightsRun,
    patience: Duration,
) -> ApiResult<InsightsRun> {
    let Some(mut listener) = app.insights.streams.listen(user) else {
        return Ok(run);
    };
    let until = Instant::now() + patience;
    while !run.status.is_over() && Instant::now() < until {
        let look = (Instant::now() + LOOK).min(until);
        tokio::select! {
            woken = listener.woken() => if woken.is_none() { break },
            () = tokio::time::sleep_until(look) => {}
        }
        match InsightsRun::find(user.id, run.id, &mut *app.conn().await?).await? {
            Some(found) => run = found,
            None => break,
        }
    }
    Ok(run)
}

/// Returns the result of a run, if it is the latest.
async fn result_of(app: &App, user_id: Uuid, id: Uuid) -> ApiResult<Option<InsightsResult>> {
    let mut conn = app.conn().await?;
    match InsightResult::find(user_id, &mut conn).await? {
        Some(row) if row.job_id == id => Ok(Some(shown(row, &mut conn).await?)),
        _ => Ok(None),
    }
}

pub(super) async fn shown(row: InsightResult, conn: &mut Conn) -> ApiResult<InsightsResult> {
    let stored: Stored = serde_json::from_value(row.result).map_err(anyhow::Error::from)?;
    Ok(stored.show(conn).await?)
}

/// Cancels a run.
///
/// The call still counts: a language model may already have been asked.
#[utoipa::path(
    delete, path = "/ai/runs/{id}", tag = "ai", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Cancelled, or already over"))
)]
pub async fn cancel_insights(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let cancelled = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            Ok(InsightJob::cancel(user.id, id, now, conn).await?)
        })
        .await?;
    if cancelled.is_none() && InsightJob::find(user.id, id, &mut conn).await?.is_none() {
        return Err(ApiError::not_found("run"));
    }
    Ok(StatusCode::NO_CONTENT)
}
