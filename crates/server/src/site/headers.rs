//! Adds the headers that every answer carries, whoever made it.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use api::app::App;
use api::content_policy;

/// The headers that an answer gets unless it sets them itself.
const ALWAYS: [(HeaderName, &str); 7] = [
    // An answer without a policy of its own is data.
    (header::CONTENT_SECURITY_POLICY, content_policy::DATA),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // For browsers that do not support `frame-ancestors`.
    (header::X_FRAME_OPTIONS, "DENY"),
    // Addresses hold tokens (links in emails), and where a reader comes from concerns nobody.
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// One year. Other hosts below this one are not for the product to decide about.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers of every answer. This layer is outside of everything else, so that refusals and
/// failures carry them too.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // Feeds are requested repeatedly, and state themselves how they may be cached.
    let is_api = path == "/api" || path.starts_with("/api/") && !path.starts_with("/api/feeds/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.config.server.public_url.scheme() == "https" {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    let no_store = HeaderValue::from_static("no-store");
    if is_api {
        headers.insert(header::CACHE_CONTROL, no_store);
    } else {
        headers.entry(header::CACHE_CONTROL).or_insert(no_store);
    }
    response
}
