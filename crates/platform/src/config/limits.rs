use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Limits on what one user or one address may request of a process, and on what feeds may bring. The defaults are far
/// above what a person does. Zero is rejected, because it would lock everybody out: for no limit, set a large number. Sign-in
/// attempts have a limit of their own, `auth.attempts_per_quarter_hour`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// Changes of keywords, per user.
    #[schema(value_type = u32)]
    pub keyword_changes_per_minute: NonZeroU32,
    /// Changes of notifications and of mutes, per user: enough to go through a list with a key held down.
    #[schema(value_type = u32)]
    pub notification_changes_per_minute: NonZeroU32,
    /// Checks whether a subreddit exists, per user: enough for a pasted list of a hundred.
    #[schema(value_type = u32)]
    pub subreddit_checks_per_minute: NonZeroU32,
    /// Hearing tests, per user. Each sends an email, and a message to each chat.
    #[schema(value_type = u32)]
    pub hearing_tests_per_hour: NonZeroU32,
    /// Calls of the API, per address. An office behind one address shares them.
    #[schema(value_type = u32)]
    pub calls_per_minute: NonZeroU32,
    /// Calls with an API key, per key.
    #[schema(value_type = u32)]
    pub key_calls_per_minute: NonZeroU32,
    /// Pages and files of the web app, per address.
    #[schema(value_type = u32)]
    pub page_loads_per_minute: NonZeroU32,
    /// Open connections, but never more than three quarters of the files that this process may open: the rest is
    /// for the database, email and the like.
    #[schema(value_type = u32)]
    pub connections: NonZeroU32,
    /// Open connections, per address; behind a trusted proxy, requests in progress. An office behind one address
    /// shares them: a dashboard takes one for its live stream, and a browser takes a few more.
    #[schema(value_type = u32)]
    pub connections_per_address: NonZeroU32,
    /// Previews of keywords at the same time, and as many backfills, and as many checks of a new query's cost;
    /// one of each per user. Unset: the number of cores.
    #[schema(value_type = u32)]
    pub searches: NonZeroU32,
    /// How long a keyword must be unchanged before Harken first looks for its near misses, so that there are
    /// items to look at; 0: at once.
    pub near_misses_after_hours: u32,
    /// The number of accounts; beyond it, nobody can register. Unset: administrators choose it on the
    /// Administration page; no limit until they do.
    #[schema(value_type = Option<u32>)]
    pub accounts: Option<NonZeroU32>,
    /// Active keywords of the whole instance, as each process counts them once a minute. Unset: administrators
    /// choose it on the Administration page; as many as the plans allow until they do.
    #[schema(value_type = Option<u32>)]
    pub watches: Option<NonZeroU32>,
    /// Regular expressions in all active keywords; counted, and if unset chosen, like `limits.watches`.
    #[schema(value_type = Option<u32>)]
    pub patterns: Option<NonZeroU32>,
    /// New entries of one feed that are stored per day (UTC), for all processes together. A feed that has reached
    /// this limit, or another one on feeds, is read again on the next day.
    #[schema(value_type = u32)]
    pub feed_entries_per_day: NonZeroU32,
    /// Megabytes of text in new entries of one feed; otherwise like `limits.feed_entries_per_day`.
    #[schema(value_type = u32)]
    pub feed_megabytes_per_day: NonZeroU32,
    /// New entries of all feeds of a user; otherwise like `limits.feed_entries_per_day`. Each follower of a feed is
    /// charged for all of it. A feed waits only if all of its followers have reached a limit, and are ten at most.
    #[schema(value_type = u32)]
    pub user_feed_entries_per_day: NonZeroU32,
    /// Megabytes of text in new entries of all feeds of a user; otherwise like `limits.user_feed_entries_per_day`.
    #[schema(value_type = u32)]
    pub user_feed_megabytes_per_day: NonZeroU32,
    /// New entries of all feeds of the server; otherwise like `limits.feed_entries_per_day`. Those that match
    /// nothing take disk space for `forum.keep_unmatched_hours`.
    #[schema(value_type = u32)]
    pub server_feed_entries_per_day: NonZeroU32,
    /// Megabytes of text in new entries of all feeds of the server; otherwise like
    /// `limits.server_feed_entries_per_day`.
    #[schema(value_type = u32)]
    pub server_feed_megabytes_per_day: NonZeroU32,
    /// How long a client may take to send the head of a request.
    #[schema(value_type = u32)]
    pub header_seconds: NonZeroU32,
    /// How long a client may take to send the body of a request.
    #[schema(value_type = u32)]
    pub body_seconds: NonZeroU32,
    /// How long a connection is kept without a request. It must be longer than proxies in front keep theirs, so
    /// that none is closed while a proxy sends a request.
    #[schema(value_type = u32)]
    pub idle_seconds: NonZeroU32,
    /// How long a client may stop reading what is sent to it.
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
            key_calls_per_minute: limit(300),
            page_loads_per_minute: limit(6_000),
            connections: limit(16_384),
            connections_per_address: limit(256),
            searches: cores(),
            near_misses_after_hours: 24,
            accounts: None,
            watches: None,
            patterns: None,
            feed_entries_per_day: limit(5_000),
            feed_megabytes_per_day: limit(25),
            user_feed_entries_per_day: limit(20_000),
            user_feed_megabytes_per_day: limit(100),
            server_feed_entries_per_day: limit(500_000),
            server_feed_megabytes_per_day: limit(5_000),
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
