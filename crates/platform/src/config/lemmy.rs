use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::load::fixed_url;

/// Further instances would add little.
const MAX_INSTANCES: usize = 10;

/// Lemmy, whose instances need no key for public content. It is read only if it is turned on, since that
/// makes requests over the internet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LemmyConfig {
    /// Whether Lemmy is read. Unset: the setup page asks.
    pub enabled: Option<bool>,
    /// Base URLs of the instances to read. Each has the communities that somebody there has subscribed to:
    /// its own and those of other instances.
    pub instances: Vec<Url>,
    /// Time between two requests for new items of an instance.
    pub poll_seconds: u32,
    /// Timeout of a request.
    pub timeout_seconds: u32,
}

impl LemmyConfig {
    /// Returns the timeout of a request.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds.into())
    }

    pub(super) fn problem(&self) -> Option<String> {
        if [self.poll_seconds, self.timeout_seconds].contains(&0) {
            return Some("poll_seconds and timeout_seconds must be at least 1".to_owned());
        }
        let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
        match self.instances.iter().find(|url| !is_web(url)) {
            Some(url) => Some(format!("instances: {url} does not begin with https://")),
            None if self.instances.is_empty() => {
                Some("instances must name at least one instance".to_owned())
            }
            None if self.instances.len() > MAX_INSTANCES => {
                Some(format!("instances must name at most {MAX_INSTANCES}"))
            }
            None => None,
        }
    }
}

impl Default for LemmyConfig {
    fn default() -> Self {
        Self {
            enabled: None,
            instances: vec![fixed_url("https://lemmy.world")],
            poll_seconds: 30,
            timeout_seconds: 10,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_refused() {
        let problem = |instances: &[&str], poll_seconds| {
            let config = LemmyConfig {
                instances: instances.iter().map(|url| fixed_url(url)).collect(),
                poll_seconds,
                ..LemmyConfig::default()
            };
            config.problem().unwrap_or_default()
        };
        assert_eq!(LemmyConfig::default().problem(), None);
        assert_eq!(problem(&["http://127.0.0.1:8072"], 1), "");
        assert!(problem(&["https://a.example"], 0).starts_with("poll_seconds"));
        assert!(problem(&["ftp://a.example"], 30).contains("ftp://a.example"));
        assert!(problem(&[], 30).contains("at least one"));
        assert!(problem(&["https://a.example"; 11], 30).contains("at most 10"));
    }
}
