use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much one user or one address may ask of this process. The defaults are far above what a
/// person does; zero is refused, because it would lock everybody out: who wants no limit sets a
/// large number. Attempts to sign in have a limit of their own, `auth.attempts_per_quarter_hour`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// Changes of keywords, a user.
    #[schema(value_type = u32)]
    pub keyword_changes_per_minute: NonZeroU32,
    /// Changes of notifications, a user: room for going through a list with a key held down.
    #[schema(value_type = u32)]
    pub notification_changes_per_minute: NonZeroU32,
    /// Checks whether a subreddit exists, a user: room for a pasted list of a hundred.
    #[schema(value_type = u32)]
    pub subreddit_checks_per_minute: NonZeroU32,
    /// Hearing tests, a user: each is an email and a message in each chat.
    #[schema(value_type = u32)]
    pub hearing_tests_per_hour: NonZeroU32,
    /// Calls of the API, an address: an office behind one address shares it.
    #[schema(value_type = u32)]
    pub calls_per_minute: NonZeroU32,
    /// Pages and files of the web app, an address.
    #[schema(value_type = u32)]
    pub page_loads_per_minute: NonZeroU32,
    /// Connections open at once. Never more than three quarters of the files that this process may
    /// have open: the rest is for the database, mail and the like.
    #[schema(value_type = u32)]
    pub connections: NonZeroU32,
    /// Connections open at once, an address; behind a trusted proxy, requests in hand. An office
    /// behind one address shares it: a dashboard takes one for its live stream, and a browser some
    /// more.
    #[schema(value_type = u32)]
    pub connections_per_address: NonZeroU32,
    /// Previews of keywords at once, as many backfills, and as many checks of what a new query costs; of
    /// one user, one each. Unset: the cores.
    #[schema(value_type = u32)]
    pub searches: NonZeroU32,
    /// A keyword is first looked at for near misses once it has been the same for so many hours, so that there
    /// is something to look at; 0: at once.
    pub near_misses_after_hours: u32,
    /// Accounts; beyond these nobody can register. Unset: administrators choose it on their page; no limit until
    /// they do.
    #[schema(value_type = Option<u32>)]
    pub accounts: Option<NonZeroU32>,
    /// Active keywords of the whole instance, as far as a process knows, which counts once a minute. Unset:
    /// administrators choose it on their page; as many as the plans allow until they do.
    #[schema(value_type = Option<u32>)]
    pub watches: Option<NonZeroU32>,
    /// Regular expressions in all active keywords, counted and chosen in the same way.
    #[schema(value_type = Option<u32>)]
    pub patterns: Option<NonZeroU32>,
    /// How long a client may take to send the head of a request.
    #[schema(value_type = u32)]
    pub header_seconds: NonZeroU32,
    /// How long it may take to send the body.
    #[schema(value_type = u32)]
    pub body_seconds: NonZeroU32,
    /// How long a connection is kept without a request: longer than the proxies in front keep
    /// theirs, so that none is closed while a proxy sends a request.
    #[schema(value_type = u32)]
    pub idle_seconds: NonZeroU32,
    /// How long a client may take nothing of what is sent to it.
    #[schema(value_type = u32)]
    pub stalled_seconds: NonZeroU32,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        let limit = |limit| NonZeroU32::new(limit).unwrap_or(NonZeroU32::MIN);
        Self {
            keyword_changes_per_minute: limit(60),
            notification_changes_per_minute: limit(300),
            subreddit_checks_per_minute: limit(150),
            hearing_tests_per_hour: limit(10),
            calls_per_minute: limit(1_200),
            page_loads_per_minute: limit(6_000),
            connections: limit(16_384),
            connections_per_address: limit(256),
            searches: cores(),
            near_misses_after_hours: 24,
            accounts: None,
            watches: None,
            patterns: None,
            header_seconds: limit(15),
            body_seconds: limit(30),
            idle_seconds: limit(75),
            stalled_seconds: limit(60),
        }
    }
}

fn cores() -> NonZeroU32 {
    let cores = std::thread::available_parallelism().ok();
    let cores = cores.and_then(|cores| NonZeroU32::try_from(cores).ok());
    cores.unwrap_or(NonZeroU32::MIN)
}
