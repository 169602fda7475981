//! What a call is answered while the database is away.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use api::app::App;
use api::error::ApiError;

/// Ends a call with 503 when the database goes, or is not there: no timeout of a statement says so
/// in time, and one that did would also end what only takes long. What has begun to be answered
/// (streams, exports) is past this.
pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    tokio::select! {
        biased;
        response = next.run(request) => response,
        () = app.pulse.lost() => {
            ApiError::DatabaseAway("a call waited for it".to_owned()).into_response()
        }
    }
}
