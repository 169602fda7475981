use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::load::fixed_url;

/// Hacker News, whose API needs no key. It is read only if it is turned on, since that makes
/// requests over the internet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HackerNewsConfig {
    /// Whether Hacker News is read. Unset: the setup page asks.
    pub enabled: Option<bool>,
    /// Base URL of the API.
    pub api_url: Url,
    /// Base URL of links to stories and comments.
    pub site_url: Url,
    /// Average time between two requests for new items: less when one is announced, and more else.
    pub poll_seconds: u32,
    /// Timeout of a request.
    pub timeout_seconds: u32,
}

impl HackerNewsConfig {
    /// Returns the timeout of a request.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds.into())
    }

    pub(super) fn problem(&self) -> Option<String> {
        [self.poll_seconds, self.timeout_seconds]
            .contains(&0)
            .then(|| "poll_seconds and timeout_seconds must be at least 1".to_owned())
    }
}

impl Default for HackerNewsConfig {
    fn default() -> Self {
        Self {
            enabled: None,
            api_url: fixed_url("https://hacker-news.firebaseio.com"),
            site_url: fixed_url("https://news.ycombinator.com"),
            poll_seconds: 5,
            timeout_seconds: 10,
        }
    }
}
