//! Serves the files of the built web app, and its page for every path without a file.

use std::path::Path;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use super::{carried, page};
use api::app::App;
use api::content_policy;
use api::error::{ApiError, ApiResult};

/// Vite names these files after their content.
const HASHED: &str = "/assets/";

pub(super) async fn serve(State(app): State<App>, request: Request) -> ApiResult<Response> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(ApiError::method_not_allowed());
    }
    let uri = request.uri().clone();
    let wants_page = may_be_page(&uri, request.headers());
    if !names_file(&uri) {
        return page::show(&app, uri.path()).await;
    }
    let response = match &app.config.server.web_dir {
        Some(folder) => of_folder(folder, request).await,
        None => carried::file(uri.path(), request.headers())
            .unwrap_or_else(|| StatusCode::NOT_FOUND.into_response()),
    };
    // The page itself is not served as a file: only `page` knows how to send it.
    let is_page = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    match response.status() {
        _ if is_page => page::show(&app, "/").await,
        StatusCode::NOT_FOUND if wants_page => page::show(&app, uri.path()).await,
        StatusCode::NOT_FOUND => Err(ApiError::not_found("file")),
        _ => Ok(as_file(response, uri.path())),
    }
}

async fn of_folder(folder: &Path, request: Request) -> Response {
    let files = ServeDir::new(folder)
        .append_index_html_on_directories(false)
        .precompressed_br()
        .precompressed_gzip();
    match files.oneshot(request).await {
        Ok(response) => response.into_response(),
        Err(never) => match never {},
    }
}

fn names_file(uri: &Uri) -> bool {
    let (folder, name) = uri.path().rsplit_once('/').unwrap_or_default();
    name.contains('.') || format!("{folder}/").starts_with(HASHED)
}

/// Returns whether to answer with the page. A person who opens an unknown address gets the page,
/// which handles it. A script, a style or a picture that is gone must fail as such.
fn may_be_page(uri: &Uri, headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|v| v.to_str().ok());
    !uri.path().starts_with(HASHED) && accepts.is_some_and(|kinds| kinds.contains("text/html"))
}

fn as_file(mut response: Response, path: &str) -> Response {
    let caching =
        if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(content_policy::FILE));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}
