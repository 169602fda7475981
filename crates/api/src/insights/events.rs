use std::convert::Infallible;

use axum::http::request::Parts;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures::Stream;

use super::InsightsRun;
use crate::live::too_many;
use crate::prelude::*;
use crate::signed_in::may_continue;
use domain::live::Listener;

/// Streams the progress of a run, keyword by keyword, as server-sent events.
///
/// The event `run` carries an `InsightsRun`: first the current state, and then each change. The
/// stream ends with the run, or with the access token or API key; whoever reconnects receives the current state
/// at once. Closing the stream does not affect the run.
#[utoipa::path(
    get, path = "/ai/runs/{id}/events", tag = "ai", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 200, content_type = "text/event-stream", body = String),
        (status = 429, body = ErrorBody, description = "`LIVE_STREAM_LIMIT_EXCEEDED`: the user has too many open streams"),
    )
)]
pub async fn follow_insights(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
    parts: Parts,
) -> ApiResult<Response> {
    // Listen before the run is read, so that nothing is lost between the two.
    let listener = app.insights.streams.listen(user).ok_or_else(too_many)?;
    let run = InsightsRun::find(user.id, id, &mut *app.conn().await?).await?;
    let run = run.ok_or_else(|| ApiError::not_found("run"))?;
    let stream = Sse::new(events(app, user, parts, listener, run));
    // A proxy that buffers answers would hold events back.
    Ok(([("x-accel-buffering", "no")], stream).into_response())
}

fn events(
    app: App,
    user: AuthUser,
    mut parts: Parts,
    mut listener: Listener,
    mut run: InsightsRun,
) -> impl Stream<Item = Result<Event, Infallible>> {
    async_stream::stream! {
        let mut sent: Option<InsightsRun> = None;
        loop {
            if sent.as_ref() != Some(&run) {
                match Event::default().event("run").json_data(&run) {
                    Ok(event) => yield Ok(event),
                    Err(error) => {
                        tracing::error!(%error, "a run could not be sent");
                        return;
                    }
                }
                sent = Some(run.clone());
            }
            if run.status.is_over() {
                return;
            }
            tokio::select! {
                woken = listener.woken() => if woken.is_none() { return },
                () = tokio::time::sleep(app.config.server.heartbeat()) => yield Ok(Event::default().comment("")),
            }
            match again(&app, user, run.id).await {
                Ok(Some(found)) => run = found,
                Ok(None) => return,
                // The client reconnects.
                Err(error) => {
                    tracing::warn!(%error, "a stream of progress could not read on");
                    return;
                }
            }
            // The token or key may have expired, or the session been ended, meanwhile. Check after the
            // reading: later changes are not sent.
            if !may_continue(&mut parts, &app).await.unwrap_or(false) {
                return;
            }
        }
    }
}

/// Reads the run again. The connection is returned before anything is sent.
async fn again(app: &App, user: AuthUser, id: Uuid) -> ApiResult<Option<InsightsRun>> {
    InsightsRun::find(user.id, id, &mut *app.conn().await?).await
}
