//! A separate listener for monitoring, in every process: its own counters, the database's values for all processes,
//! and whether it is alive and ready. It answers only the networks that the settings allow.

mod gauges;
mod process;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode_eof;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use self::gauges::Gauges;
use domain::live::Live;
use platform::context::Context;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The streams to browsers that are open in this process.
#[derive(Clone)]
pub struct Streams {
    pub notifications: Arc<Live>,
    /// The streams of the progress of insights.
    pub insights: Arc<Live>,
}

#[derive(Clone)]
struct Monitored {
    context: Context,
    streams: Streams,
    gauges: Arc<Gauges>,
}

/// Answers until `stop`.
pub async fn serve(
    listener: TcpListener,
    context: Context,
    streams: Streams,
    stop: CancellationToken,
) {
    let site = site(context, streams).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, site).with_graceful_shutdown(stop.cancelled_owned());
    if let Err(error) = served.await {
        tracing::error!(%error, "the listener for metrics has ended");
    }
}

/// Returns the routes of the listener.
pub fn site(context: Context, streams: Streams) -> Router {
    let monitored = Monitored { context, streams, gauges: Arc::default() };
    Router::new()
        .route("/metrics", get(metrics))
        .route("/livez", get(async || "ok\n"))
        .route("/readyz", get(readiness))
        .layer(middleware::from_fn_with_state(monitored.clone(), refuse_others))
        .with_state(monitored)
}

async fn refuse_others(
    State(monitored): State<Monitored>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if monitored.context.config.metrics.allows(peer.ip()) {
        return next.run(request).await;
    }
    let text = "metrics.allowed_networks does not have your address\n";
    (StatusCode::FORBIDDEN, text).into_response()
}

async fn readiness(State(monitored): State<Monitored>) -> Response {
    if monitored.context.pulse.is_there().await {
        return "ok\n".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
}

/// Returns the metrics. Those that are known without the database are returned while it is away,
/// too.
async fn metrics(State(monitored): State<Monitored>) -> Response {
    let Monitored { context, streams, gauges } = monitored;
    let mut text = String::new();
    let written = context.metrics.write_to(&mut text);
    let written = written.and_then(|()| process::write_to(&context, &streams, &mut text));
    let shared = gauges.read(&context).await;
    let written = written.and_then(|()| shared.write_to(&mut text));
    match written.and_then(|()| encode_eof(&mut text)) {
        Ok(()) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "metrics could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
