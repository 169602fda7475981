//! Answers calls while the database is away.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use api::app::App;
use api::error::ApiError;

/// Ends a call with 503 when the database disappears or is absent: no statement timeout detects
/// that in time, and one that did would also end calls that merely take long. Answers that have
/// begun (streams, exports) are not affected.
pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    tokio::select! {
        biased;
        response = next.run(request) => response,
        () = app.pulse.lost() => {
            ApiError::DatabaseAway("a call waited for it".to_owned()).into_response()
        }
    }
}
