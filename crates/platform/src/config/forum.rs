use std::fmt;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::load::fixed_url;

/// Reddit: its API, and the credentials to read it with. The defaults are Reddit's own addresses.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForumConfig {
    /// Base URL of the API, which needs a token.
    pub api_url: Url,
    /// The URL that issues tokens.
    pub token_url: Url,
    /// Base URL of links to posts.
    pub site_url: Url,
    /// The application's id, as issued by Reddit. Without it, Reddit is not read.
    pub client_id: Option<String>,
    /// The application's secret.
    #[schema(write_only)]
    pub client_secret: Option<String>,
    /// The user agent. Reddit requires `<platform>:<app>:<version> (by /u/<name>)` and refuses generic
    /// ones.
    pub user_agent: Option<String>,
    /// The number of requests that Harken may make, averaged over ten minutes.
    pub requests_per_minute: u32,
    /// The shortest time between two polls of a listing.
    pub poll_seconds: u32,
    /// Timeout of a request.
    pub timeout_seconds: u32,
    /// How long posts and comments are kept that no keyword matched. Previews and estimates cover that
    /// time. Harken does not request them again, so it deletes them within the 48 hours in which
    /// Reddit requires deleted content to be deleted here, too.
    pub keep_unmatched_hours: u32,
}

/// A backfill covers a day.
pub const MIN_KEEP_UNMATCHED_HOURS: u32 = 24;
/// Items are dropped in tables of three hours, so the first of a table are kept three hours longer.
/// The last of the 48 hours is for a table that is in use.
pub(super) const MAX_KEEP_UNMATCHED_HOURS: u32 = 44;

impl ForumConfig {
    /// Returns whether the forum is configured.
    pub fn is_configured(&self) -> bool {
        self.client_id.is_some()
    }

    /// Returns how long items that no watch matched are kept.
    pub fn keep_unmatched(&self) -> TimeDelta {
        TimeDelta::hours(self.keep_unmatched_hours.into())
    }

    pub(super) fn problem(&self) -> Option<String> {
        if self.client_id.is_some() != self.client_secret.is_some() {
            return Some("client_id and client_secret must be set together".to_owned());
        }
        if self.client_id.is_some() && self.user_agent.as_deref().unwrap_or("").trim().is_empty() {
            return Some(
                "user_agent must be set along with client_id; Reddit refuses generic ones. Use \
                 `<platform>:<app>:<version> (by /u/<your Reddit name>)`"
                    .to_owned(),
            );
        }
        let kept = MIN_KEEP_UNMATCHED_HOURS..=MAX_KEEP_UNMATCHED_HOURS;
        if !kept.contains(&self.keep_unmatched_hours) {
            return Some(format!(
                "keep_unmatched_hours must be from {} to {}: what is deleted on Reddit must be \
                 deleted here within 48 hours",
                kept.start(),
                kept.end()
            ));
        }
        [self.requests_per_minute, self.poll_seconds, self.timeout_seconds].contains(&0).then(
            || {
                "requests_per_minute, poll_seconds and timeout_seconds must be at least 1"
                    .to_owned()
            },
        )
    }
}

impl Default for ForumConfig {
    fn default() -> Self {
        Self {
            api_url: fixed_url("https://oauth.reddit.com"),
            token_url: fixed_url("https://www.reddit.com/api/v1/access_token"),
            site_url: fixed_url("https://www.reddit.com"),
            client_id: None,
            client_secret: None,
            user_agent: None,
            requests_per_minute: 100,
            poll_seconds: 5,
            timeout_seconds: 10,
            keep_unmatched_hours: 36,
        }
    }
}

/// Never prints the secret.
impl fmt::Debug for ForumConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForumConfig")
            .field("api_url", &self.api_url.as_str())
            .field("client_id", &self.client_id.as_ref().map(|_| "set"))
            .field("requests_per_minute", &self.requests_per_minute)
            .field("poll_seconds", &self.poll_seconds)
            .finish_non_exhaustive()
    }
}
