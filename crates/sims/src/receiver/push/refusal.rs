use axum::Json;
use axum::http::header::WWW_AUTHENTICATE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// The reason why a message is refused.
pub(super) struct Refusal(pub(super) StatusCode, pub(super) &'static str);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "code": self.0.as_u16(), "message": self.1 });
        let mut answer = (self.0, Json(body)).into_response();
        if self.0 == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("vapid");
            answer.headers_mut().insert(WWW_AUTHENTICATE, scheme);
        }
        answer
    }
}
