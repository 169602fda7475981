//! The settings of a stand-in.

use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::TimeDelta;
use clap::ArgAction;

use crate::kit::settings::{hours, loopback, seconds, without_flags};

/// The forum's answer to `/about` and listings of a subreddit that does not exist. The real forum
/// has done both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// 302 to the subreddit search, with a small HTML body.
    Redirect,
    /// 200 with an empty listing.
    EmptyListing,
}

/// The answer of a listing when the item named by `after` or `before` is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostCursor {
    /// A listing without children, as after the last page.
    Empty,
    /// The newest page, as if no cursor had been given.
    Restart,
}

/// A stand-in for Reddit that speaks its API and fills itself with made-up posts.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8090))]
    pub listen: SocketAddr,
    /// URL at which browsers reach the pages [default: http:// and the listen address]
    #[arg(long)]
    pub site_base: Option<String>,
    /// Seed of the made-up items: the same seed makes the same items in the same order
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    /// New items per second; 0 makes items on demand only
    #[arg(long, default_value_t = 1.0)]
    pub rate: f64,
    /// Number of items that exist at the start
    #[arg(long, default_value_t = 600)]
    pub backfill: usize,
    /// Hours over which these items are spread
    #[arg(long = "backfill-hours", value_name = "HOURS", default_value = "30", value_parser = hours)]
    pub backfill_span: TimeDelta,
    /// OAuth client id
    #[arg(long, default_value = "harken-demo")]
    pub client_id: String,
    /// OAuth client secret
    #[arg(long, default_value = "harken-demo-secret")]
    pub client_secret: String,
    /// Lifetime of an access token, in seconds
    #[arg(long = "token-seconds", value_name = "SECONDS", default_value = "86400", value_parser = seconds)]
    pub token_life: TimeDelta,
    /// Requests that a client may make in ten minutes
    #[arg(long, default_value_t = 1_000)]
    pub budget: u32,
    /// The window of `budget`.
    #[arg(skip = TimeDelta::seconds(600))]
    pub window: TimeDelta,
    /// Share of new items (0 to 1) that come with an edit, deletion or removal of a recent one
    #[arg(long, default_value_t = 0.02)]
    pub churn: f64,
    /// Whether some subreddits have a pinned post on top of their own listing.
    #[arg(long = "no-stickied", action = ArgAction::SetFalse, help = "Omit the pinned posts")]
    pub stickied: bool,
    /// The answer for a subreddit that does not exist.
    #[arg(skip = Unknown::Redirect)]
    pub unknown: Unknown,
    /// The answer for a cursor that is gone.
    #[arg(skip = LostCursor::Empty)]
    pub lost_cursor: LostCursor,
    /// Ignore the names in a joined listing after this number of them
    #[arg(long, value_name = "NAMES", default_value_t = usize::MAX, hide_default_value = true)]
    pub max_names: usize,
    /// Reject (414) a joined listing whose names take more bytes
    #[arg(long, value_name = "BYTES", default_value_t = usize::MAX, hide_default_value = true)]
    pub max_name_bytes: usize,
    /// Items to play instead of made-up ones: NDJSON of {id, kind, subreddit, title, body, author}, with
    /// the fullname as the id and `post` or `comment` as the kind
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: a free port, no items but those the test makes, nothing
    /// pinned.
    pub fn for_tests() -> Self {
        Self {
            listen: loopback(0),
            rate: 0.0,
            backfill: 0,
            churn: 0.0,
            stickied: false,
            ..Self::default()
        }
    }
}
