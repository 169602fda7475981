//! The live stream: a user's new notifications as server-sent events.
//! <https://html.spec.whatwg.org/multipage/server-sent-events.html>

use std::convert::Infallible;

use axum::http::request::Parts;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures::Stream;

use crate::prelude::*;
use crate::signed_in::{is_over, may_continue};
use db::models::hearing_test::HearingTest;
use db::models::notification::Notification as Row;
use domain::live::{Listener, STREAMS_PER_USER, Wakeup};
use platform::wire::Notification;

/// The most notifications that are read at once.
const BATCH: i64 = 100;
/// The seconds that a client with too many streams is asked to wait.
const RETRY_AFTER_SECONDS: u32 = 30;

/// Streams new notifications as server-sent events.
///
/// The stream begins with `ready`. `notification` and `gone` carry a `Notification`: a new one, or
/// one whose post no longer exists at its source, which the client may never have received.
/// `hearing-test` carries the `_id` of the user's hearing test. `changed` means that notifications
/// were deleted or restored elsewhere, and that lists should be loaded again. The `id` of an event
/// is its position: with `Last-Event-ID` the stream continues from there; without it, only new
/// events are sent. The stream ends with the access token or API key; reconnect with a new one.
#[utoipa::path(
    get, path = "/live", tag = "live", security(("token" = [])),
    params(("Last-Event-ID" = Option<i64>, Header, description = "The position from which to continue")),
    responses(
        AnyCall, SignedIn,
        (status = 200, content_type = "text/event-stream", body = String),
        (status = 422, body = ErrorBody, description = "`VALIDATION_FAILED`"),
        (status = 429, body = ErrorBody, description = "`LIVE_STREAM_LIMIT_EXCEEDED`: the user has too many open streams"),
    )
)]
pub async fn get_live(State(app): State<App>, user: AuthUser, parts: Parts) -> ApiResult<Response> {
    let asked = last_event_id(&parts)?;
    // Listen before the cursor is read, so that nothing is lost between the two.
    let listener = app.live.listen(user).ok_or_else(too_many)?;
    let last = {
        let mut conn = app.conn().await?;
        Row::last_seq(user.id, &mut conn).await?
    };
    // A cursor from the future, as after a database was restored, would never receive anything.
    let cursor = asked.map_or(last, |id| id.clamp(0, last));
    listener.has_read(last);
    let stream = Sse::new(events(app, user, parts, listener, cursor, cursor < last));
    // A proxy that buffers answers would hold events back.
    Ok(([("x-accel-buffering", "no")], stream).into_response())
}

fn last_event_id(parts: &Parts) -> ApiResult<Option<i64>> {
    let Some(value) = parts.headers.get("last-event-id") else {
        return Ok(None);
    };
    let id = value.to_str().ok().and_then(|text| text.trim().parse().ok());
    let id: i64 = id.ok_or_else(|| {
        ApiError::invalid("Last-Event-ID", "Send the id of an event of this stream.")
    })?;
    Ok(Some(id))
}

pub(super) fn too_many() -> ApiError {
    ApiError::RateLimited {
        code: "LIVE_STREAM_LIMIT_EXCEEDED",
        text: "Too many open windows. Close one and try again.".to_owned(),
        retry_after: RETRY_AFTER_SECONDS,
        limit: u32::try_from(STREAMS_PER_USER).unwrap_or(u32::MAX),
    }
}

fn events(
    app: App,
    user: AuthUser,
    mut parts: Parts,
    mut listener: Listener,
    mut cursor: i64,
    mut is_behind: bool,
) -> impl Stream<Item = Result<Event, Infallible>> {
    async_stream::stream! {
        yield Ok(Event::default().event("ready").id(cursor.to_string()).data("{}"));
        let mut is_changed = false;
        loop {
            while is_behind {
                let batch = match read(&app, user, &mut parts, cursor).await {
                    Ok(Some(batch)) => batch,
                    Ok(None) => return,
                    // The client reconnects and continues from its last event.
                    Err(error) => {
                        tracing::warn!(%error, "a live stream could not read on");
                        return;
                    }
                };
                is_behind = batch.len() >= usize::try_from(BATCH).unwrap_or(usize::MAX);
                if std::mem::take(&mut is_changed) {
                    let changed = Event::default().event("changed").id(cursor.to_string());
                    yield Ok(changed.data("{}"));
                }
                for (seq, event) in batch {
                    cursor = seq;
                    yield Ok(event);
                }
                listener.has_read(cursor);
            }
            tokio::select! {
                heard = listener.woken() => match heard {
                    None => return,
                    Some(woken) => {
                        is_behind = true;
                        is_changed = woken == Wakeup::Changed;
                    }
                },
                // A heartbeat makes no query: the end of a session or key wakes the stream.
                () = tokio::time::sleep(app.config.server.heartbeat()) => {
                    if is_over(&parts, &app) {
                        return;
                    }
                    yield Ok(Event::default().comment(""));
                }
            }
        }
    }
}

/// Returns what came after `cursor`, as events with their positions; `None` if the token or key has
/// expired, or the session or key was ended. The connection is returned before anything is sent.
async fn read(
    app: &App,
    user: AuthUser,
    parts: &mut Parts,
    cursor: i64,
) -> ApiResult<Option<Vec<(i64, Event)>>> {
    if is_over(parts, app) {
        return Ok(None);
    }
    let (rows, test) = {
        let mut conn = app.conn().await?;
        let rows = Row::after(user.id, cursor, BATCH, &mut conn).await?;
        (rows, HearingTest::after(user.id, cursor, &mut conn).await?)
    };
    // Check after the reading: what came after the end of the session or key is not sent.
    if !may_continue(parts, app).await.unwrap_or(false) {
        return Ok(None);
    }
    let mut events = Vec::with_capacity(rows.len() + 1);
    let is_whole = rows.len() < usize::try_from(BATCH).unwrap_or(usize::MAX);
    let last = rows.last().map(|row| row.0.seq);
    for row in rows {
        let seq = row.0.seq;
        let notification = Notification::from(row);
        let name = if notification.gone { "gone" } else { "notification" };
        let event = Event::default().event(name).id(seq.to_string());
        let data = event.json_data(notification);
        let data = data.map_err(anyhow::Error::from)?;
        events.push((seq, data));
    }
    // A test that comes after notifications that are still to be read waits for them.
    if let Some((id, seq)) = test.filter(|(_, seq)| is_whole || Some(*seq) < last) {
        let event = Event::default().event("hearing-test").id(seq.to_string());
        let data = event.json_data(serde_json::json!({ "_id": id }));
        events.push((seq, data.map_err(anyhow::Error::from)?));
        events.sort_by_key(|(seq, _)| *seq);
    }
    Ok(Some(events))
}
