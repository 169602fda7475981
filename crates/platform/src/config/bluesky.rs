use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::load::fixed_url;

/// Bluesky, whose public services need no key. It is read only if it is turned on, since that makes
/// requests over the internet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlueskyConfig {
    /// Whether Bluesky is read. Unset: the setup page asks.
    pub enabled: Option<bool>,
    /// Base URLs of Jetstream instances. One is read at a time; if it fails or leaves posts out, the next one is.
    pub stream_urls: Vec<Url>,
    /// Base URL of the API that looks up names and posts.
    pub api_url: Url,
    /// Base URL of links to posts.
    pub site_url: Url,
    /// Timeout for connecting, and for each request.
    pub timeout_seconds: u32,
    /// Minutes between comparisons of a minute of posts with what the next instance has of it; 0 for none.
    pub compare_minutes: u32,
}

impl BlueskyConfig {
    /// Returns the timeout for connecting, and for each request.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds.into())
    }

    pub(super) fn problem(&self) -> Option<String> {
        if self.timeout_seconds == 0 {
            return Some("timeout_seconds must be at least 1".to_owned());
        }
        let is_stream = |url: &Url| matches!(url.scheme(), "ws" | "wss" | "http" | "https");
        match self.stream_urls.iter().find(|url| !is_stream(url)) {
            Some(url) => Some(format!("stream_urls: {url} does not begin with wss:// or https://")),
            None if self.stream_urls.is_empty() => {
                Some("stream_urls must name at least one instance of Jetstream".to_owned())
            }
            None => None,
        }
    }
}

impl Default for BlueskyConfig {
    fn default() -> Self {
        let instances = [
            "wss://jetstream2.us-east.bsky.network",
            "wss://jetstream2.us-west.bsky.network",
            "wss://jetstream1.us-east.bsky.network",
            "wss://jetstream1.us-west.bsky.network",
        ];
        Self {
            enabled: None,
            stream_urls: instances.into_iter().map(fixed_url).collect(),
            api_url: fixed_url("https://public.api.bsky.app"),
            site_url: fixed_url("https://bsky.app"),
            timeout_seconds: 10,
            compare_minutes: 60,
        }
    }
}
