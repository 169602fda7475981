use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// Traces, by OTLP over HTTP (JSON), to a collector such as that of OpenTelemetry, Jaeger or Tempo.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TracesConfig {
    /// Where spans are sent, such as `http://127.0.0.1:4318/v1/traces`. Unset: none are recorded.
    pub endpoint: Option<Url>,
    /// What the collector shows as the service's name.
    pub service_name: String,
    /// Of how many polls the traces are recorded, with all that comes of them.
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
        Self {
            endpoint: None,
            service_name: "harken".to_owned(),
            sample_percent: 100,
        }
    }
}
