use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// A service elsewhere, such as Healthchecks or a push monitor of Uptime Kuma, which sends an alarm when Harken stops
/// calling it.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WatchdogConfig {
    /// The URL that each process with this setting calls (GET) once a minute, as long as the database answers, sources
    /// are read and messages are sent. It may be on a private network. Unset: nothing is called.
    #[schema(write_only)]
    pub url: Option<Url>,
}

impl WatchdogConfig {
    pub(super) fn problem(&self) -> Option<String> {
        let scheme = self.url.as_ref()?.scheme();
        (!["http", "https"].contains(&scheme))
            .then(|| "url must begin with http:// or https://".to_owned())
    }
}

/// Does not print the address: whoever knows it can make calls in Harken's place.
impl fmt::Debug for WatchdogConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = self.url.as_ref().map(|_| "set");
        f.debug_struct("WatchdogConfig").field("url", &url).finish()
    }
}
