use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// How much one user or one address may ask of this process. The defaults are far above what a person
/// does; zero is refused, because it would lock everybody out: who wants no limit sets a large number.
/// Attempts to sign in have a limit of their own, `auth.attempts_per_quarter_hour`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// Changes of keyword watches, a user.
    pub keyword_changes_per_minute: NonZeroU32,
    /// Changes of notifications, a user: room for going through a list with a key held down.
    pub notification_changes_per_minute: NonZeroU32,
    /// Checks whether a subreddit exists, a user: room for a pasted list of a hundred.
    pub subreddit_checks_per_minute: NonZeroU32,
    /// Calls of the API, an address: an office behind one address shares it.
    pub calls_per_minute: NonZeroU32,
    /// Pages and files of the web app, an address.
    pub page_loads_per_minute: NonZeroU32,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        let limit = |limit| NonZeroU32::new(limit).unwrap_or(NonZeroU32::MIN);
        Self {
            keyword_changes_per_minute: limit(60),
            notification_changes_per_minute: limit(300),
            subreddit_checks_per_minute: limit(150),
            calls_per_minute: limit(1_200),
            page_loads_per_minute: limit(6_000),
        }
    }
}
