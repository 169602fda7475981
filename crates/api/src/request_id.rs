//! One id per request: in its log line, in the answer's `x-request-id` and in an error's body.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;
use uuid::Uuid;

tokio::task_local! {
    static CURRENT: String;
}

/// Returns the id of the request that this task answers, if it answers one.
pub fn current() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Assigns the request its id and logs one line when it is answered.
pub async fn assign(request: Request, next: Next) -> Response {
    let id = Uuid::now_v7().to_string();
    let method = request.method().clone();
    // Paths can carry tokens (`/api/auth/verify-email/…`), so the route's pattern is logged
    // instead.
    let route = request
        .extensions()
        .get::<axum::extract::MatchedPath>()
        .map_or("(no route)", |path| path.as_str())
        .to_owned();
    let span = tracing::info_span!("request", id, %method, route);
    let started = std::time::Instant::now();
    let mut response = CURRENT.scope(id.clone(), next.run(request).instrument(span.clone())).await;
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(status = response.status().as_u16(), micros, "answered"));
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}
