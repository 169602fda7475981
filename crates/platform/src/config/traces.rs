use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// Traces, sent by OTLP over HTTP (JSON) to a collector such as OpenTelemetry's, Jaeger or Tempo.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TracesConfig {
    /// The URL that spans are sent to, such as `http://127.0.0.1:4318/v1/traces`. Unset: none are
    /// recorded.
    pub endpoint: Option<Url>,
    /// The service's name in the collector.
    pub service_name: String,
    /// The share of polls that are traced, with everything that results from them.
    pub sample_percent: u32,
}

impl TracesConfig {
    pub(super) fn problem(&self) -> Option<String> {
        if !(1..=100).contains(&self.sample_percent) {
            return Some("sample_percent must be between 1 and 100".to_owned());
        }
        let scheme = self.endpoint.as_ref()?.scheme();
        (!["http", "https"].contains(&scheme))
            .then(|| "endpoint must begin with http:// or https://".to_owned())
    }
}

impl Default for TracesConfig {
    fn default() -> Self {
        Self { endpoint: None, service_name: "harken".to_owned(), sample_percent: 100 }
    }
}
