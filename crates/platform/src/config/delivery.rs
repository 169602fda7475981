use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::Network;

const MIN_CONCURRENT_SENDS: u16 = 8;
/// Each holds a connection and some memory.
const MAX_CONCURRENT_SENDS: u16 = 1_024;

/// Sending: retries, timeouts and concurrency, and where alerts may go.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliveryConfig {
    /// The waits after the first failure, the second, and so on; a failure after the last wait is
    /// final. The default spans 27 h 43 min, so that a recipient may be down for a day.
    pub retry_seconds: Vec<u32>,
    /// How much each wait varies in either direction, so that messages that failed together are not
    /// all retried together.
    pub retry_jitter_percent: u8,
    /// The longest wait that the other side can ask for.
    pub longest_retry_after_seconds: u32,
    /// How long a webhook, a chat or a push service may take to respond.
    pub timeout_seconds: u32,
    /// The number of messages to endpoints that a process sends at the same time. Most of them only
    /// wait for a response; one user or one host gets at most an eighth of them.
    pub concurrent_sends: u16,
    /// How long an endpoint may fail before it is paused, and its owner gets an email.
    pub pause_after_days: u16,
    /// How long a push service keeps an alert for a browser that is offline.
    pub push_ttl_seconds: u32,
    /// Private networks that users' addresses may lead to, also without TLS. None by default, so
    /// that nobody reaches the machines behind Harken through it. Set it to reach your own, such as
    /// `["10.1.2.3/32"]`.
    #[schema(value_type = Vec<String>)]
    pub allowed_networks: Vec<Network>,
    /// Base URL of Telegram's API.
    pub telegram_api_url: Url,
}

impl DeliveryConfig {
    pub(super) fn problem(&self) -> Option<String> {
        if self.retry_seconds.is_empty() || self.retry_seconds.len() > 50 {
            return Some(
                "retry_seconds must be a list of 1 to 50 numbers, such as \
                30,120,600"
                    .to_owned(),
            );
        }
        if self.retry_jitter_percent > 100 {
            return Some("retry_jitter_percent must be from 0 to 100".to_owned());
        }
        if !(MIN_CONCURRENT_SENDS..=MAX_CONCURRENT_SENDS).contains(&self.concurrent_sends) {
            return Some(format!(
                "concurrent_sends must be from {MIN_CONCURRENT_SENDS} to {MAX_CONCURRENT_SENDS}"
            ));
        }
        let zero = [self.timeout_seconds, u32::from(self.pause_after_days)].contains(&0);
        zero.then(|| "timeout_seconds and pause_after_days must be 1 or more".to_owned())
    }
}

impl Default for DeliveryConfig {
    fn default() -> Self {
        Self {
            retry_seconds: vec![30, 120, 600, 1_800, 7_200, 18_000, 36_000, 36_000],
            retry_jitter_percent: 20,
            longest_retry_after_seconds: 86_400,
            timeout_seconds: 15,
            concurrent_sends: 128,
            pause_after_days: 5,
            push_ttl_seconds: 86_400,
            allowed_networks: Vec::new(),
            telegram_api_url: super::load::fixed_url("https://api.telegram.org"),
        }
    }
}
