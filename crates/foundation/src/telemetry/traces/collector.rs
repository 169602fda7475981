//! Sends spans to a collector by OTLP over HTTP, from a thread of its own: recording a span puts it into a queue,
//! and what does not fit is dropped.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider,
};
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;
use url::Url;

use super::TARGET;
use crate::net::service;

/// The most spans that wait to be sent.
const MAX_WAITING: usize = 4_096;
/// The most spans in one request.
const MAX_AT_ONCE: usize = 512;
/// The timeout of a request. What was sent to a slower collector is lost.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The timeout at shutdown, for the spans that still wait.
const LAST_TIMEOUT: Duration = Duration::from_secs(2);
/// The most bytes of an answer that are read.
const MAX_ANSWER: usize = 64 * 1024;

/// The connection to a collector.
pub struct Collector {
    provider: SdkTracerProvider,
}

impl Collector {
    /// Starts sending spans to the collector at `endpoint`, under this service name; `ratio` is the share of the
    /// traces begun here that is recorded. Connects to nothing before there is a span. The requests run on the
    /// runtime that this is called in.
    ///
    /// # Errors
    /// The HTTP client could not be created.
    pub fn start(endpoint: &Url, service_name: &str, ratio: f64) -> anyhow::Result<Self> {
        let client = Client {
            http: service::client(endpoint, TIMEOUT).build()?,
            runtime: Handle::current(),
            is_away: AtomicBool::new(false),
        };
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpJson)
            .with_endpoint(endpoint.as_str())
            .with_timeout(TIMEOUT)
            .with_http_client(client)
            .build()?;
        let queue = BatchConfigBuilder::default()
            .with_max_queue_size(MAX_WAITING)
            .with_max_export_batch_size(MAX_AT_ONCE);
        let processor = BatchSpanProcessor::builder(exporter).with_batch_config(queue.build());
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = Resource::builder_empty()
            .with_service_name(service_name.to_owned())
            .with_attribute(version);
        // A message's delivery is recorded if its poll was.
        let begins = Sampler::TraceIdRatioBased(ratio);
        let provider = SdkTracerProvider::builder()
            .with_span_processor(processor.build())
            .with_sampler(Sampler::ParentBased(Box::new(begins)))
            .with_resource(resource.build());
        Ok(Self { provider: provider.build() })
    }

    /// Returns a layer that records the spans of traces, and only those.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("harken"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_target(false)
            .with_filter(Targets::new().with_target(TARGET, LevelFilter::INFO))
    }

    /// Sends what waits, for a moment, and ends.
    pub async fn end(self) {
        let ended =
            tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(LAST_TIMEOUT));
        if !matches!(ended.await, Ok(Ok(()))) {
            tracing::warn!("the last spans did not reach the collector of traces");
        }
    }
}

/// The one HTTP client, in the form that the exporter requires.
struct Client {
    http: reqwest::Client,
    /// The runtime for requests, since the exporter's thread has none.
    runtime: Handle,
    is_away: AtomicBool,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

impl HttpClient for Client {
    fn send_bytes<'a, 'b>(
        &'a self,
        request: Request<Bytes>,
    ) -> BoxFuture<'b, Result<Response<Bytes>, HttpError>>
    where
        'a: 'b,
        Self: 'b,
    {
        let http = self.http.clone();
        let sending = self.runtime.spawn(async move { send(&http, request).await });
        async move {
            let answer = sending.await.map_err(HttpError::from).flatten();
            self.note(&answer);
            answer
        }
        .boxed()
    }
}

impl Client {
    /// Logs once that the collector is unreachable, and once that it is back.
    fn note(&self, answer: &Result<Response<Bytes>, HttpError>) {
        let problem = match answer {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(answer.status().to_string()),
            Err(error) => Some(error.to_string()),
        };
        let was_away = self.is_away.swap(problem.is_some(), Ordering::Relaxed);
        match problem {
            Some(problem) if !was_away => {
                tracing::warn!(problem, "the collector of traces takes no spans; they are dropped");
            }
            None if was_away => tracing::info!("the collector of traces takes spans again"),
            _ => {}
        }
    }
}

async fn send(
    http: &reqwest::Client,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, HttpError> {
    let broken = |error: reqwest::Error| service::broken(&error);
    let request = request.try_into().map_err(broken)?;
    let answer = http.execute(request).await.map_err(broken)?;
    let status = answer.status();
    let body = service::read(answer, MAX_ANSWER).await.unwrap_or_default();
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    Ok(response)
}
