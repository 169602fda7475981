//! The whole site as one router, with the layers that each call passes through.

mod request_body;
mod without_database;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use crate::limits::{self, Limits};
use crate::{mcp, site};
use api::app::App;
use api::error::ApiError;
use api::routes::{openapi, routes};
use api::{demo, webhooks};
use deliver::delivery::mailbox::mailbox_dir;

/// Fonts are compressed already.
const FONTS: NotForContentType = NotForContentType::const_new("font/");

/// The largest body of a request.
const BODY_LIMIT_BYTES: usize = 64 * 1024;

/// Routes the whole site: the API under `/api`, and the web app for everything else.
pub fn router(app: App) -> Router {
    let api = routes()
        .route("/openapi.json", get(async || axum::Json(openapi())))
        .route("/webhooks/stripe", webhooks::stripe())
        .route("/webhooks/mail/{relay}", webhooks::mail())
        .fallback(async || ApiError::not_found("call"))
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        // The extractors refuse larger bodies, with the common error body.
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(from_fn_with_state(app.clone(), without_database::guard));
    let mut site = Router::new().nest("/api", api).merge(site::routes());
    if mailbox_dir(&app.config).is_some() {
        site = site.merge(demo::routes());
    }
    let limits = Limits::new(&app);
    let layered = |routes: Router<App>| {
        let layers = ServiceBuilder::new()
            .layer(from_fn(api::request_id::assign))
            .layer(from_fn_with_state(app.clone(), site::headers::guard))
            .layer(from_fn_with_state(app.clone(), request_body::guard))
            .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(FONTS)))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(from_fn_with_state(limits.clone(), limits::guard));
        routes.layer(layers)
    };
    let site = layered(site).with_state(app.clone());
    let mcp = layered(mcp::routes(&app, site.clone()));
    mcp.with_state(app).merge(site)
}

#[expect(clippy::needless_pass_by_value, reason = "the signature is the layer's")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    use axum::response::IntoResponse;
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("(no text)");
    ApiError::from(anyhow::anyhow!("a handler panicked: {text}")).into_response()
}
