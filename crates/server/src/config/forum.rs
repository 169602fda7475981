use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

use super::load::fixed_url;

/// The forum: whose API is read, and as whom. The defaults are the real forum's addresses.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForumConfig {
    /// Base of the API that wants a token.
    pub api_url: Url,
    /// Where a token is had.
    pub token_url: Url,
    /// Base of the links to posts.
    pub site_url: Url,
    /// Application id and secret, as the forum gave them. Without them nothing is polled.
    pub client_id: Option<String>,
    pub client_secret: Option<String>,
    /// The forum asks for `<platform>:<app>:<version> (by /u/<name>)` and refuses generic ones.
    pub user_agent: Option<String>,
    /// Requests a minute that Harken may make, averaged over ten minutes.
    pub requests_per_minute: u32,
    /// Shortest time between two polls of one listing.
    pub poll_seconds: u32,
    /// How long one request may take.
    pub timeout_seconds: u32,
}

impl ForumConfig {
    /// Returns whether there is a forum to read at all.
    pub fn is_configured(&self) -> bool {
        self.client_id.is_some()
    }

    pub(super) fn problem(&self) -> Option<String> {
        if self.client_id.is_some() != self.client_secret.is_some() {
            return Some("client_id and client_secret must be set together".to_owned());
        }
        if self.client_id.is_some() && self.user_agent.as_deref().unwrap_or("").trim().is_empty() {
            return Some(
                "user_agent must be set with client_id; the forum refuses generic ones. Use \
                 `<platform>:<app>:<version> (by /u/<your forum name>)`"
                    .to_owned(),
            );
        }
        [
            self.requests_per_minute,
            self.poll_seconds,
            self.timeout_seconds,
        ]
        .contains(&0)
        .then(|| {
            "requests_per_minute, poll_seconds and timeout_seconds must be at least 1".to_owned()
        })
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
