//! Parts of the answers of all addresses.

use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// Returns the origin at which the reader reached the server.
pub(crate) fn origin(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    format!("http://{}", host.unwrap_or_default())
}

/// Returns a response with the document.
pub(crate) fn written(document: askama::Result<String>, content_type: &str) -> Response {
    match document {
        Ok(text) => ([(CONTENT_TYPE, content_type)], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Returns a 404 answer.
pub(crate) async fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing here.").into_response()
}
