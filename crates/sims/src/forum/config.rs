//! The settings of a stand-in.

use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::TimeDelta;

use crate::kit::loopback;

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

/// Settings of one stand-in forum. `Default` gives the demo's.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Base URL of the pages, without a trailing slash; `None` means the listen address.
    pub site_base: Option<String>,
    /// Seed of the made-up forum: the same seed makes the same items in the same order.
    pub seed: u64,
    /// New items a second; 0 makes items on demand only.
    pub rate: f64,
    /// Number of items that exist from the start.
    pub backfill: usize,
    /// The time that the initial items reach back.
    pub backfill_span: TimeDelta,
    /// OAuth client id.
    pub client_id: String,
    /// OAuth client secret.
    pub client_secret: String,
    /// Lifetime of an access token.
    pub token_life: TimeDelta,
    /// Requests per client and window.
    pub budget: u32,
    /// The window of `budget`.
    pub window: TimeDelta,
    /// Share of new items (0 to 1) that come with an edit, a deletion or a removal of a recent item.
    pub churn: f64,
    /// Whether some subreddits have a pinned post on top of their own listing.
    pub stickied: bool,
    /// The answer for a subreddit that does not exist.
    pub unknown: Unknown,
    /// The answer for a cursor that is gone.
    pub lost_cursor: LostCursor,
    /// Most names of a joined listing; the others are silently left out.
    pub max_names: usize,
    /// Most bytes of the names of a joined listing; longer ones are refused (414).
    pub max_name_bytes: usize,
    /// Items to play instead of made-up ones: one JSON object a line, with `id` (fullname),
    /// `kind` (`post` or `comment`), `subreddit`, `title`, `body`.
    pub replay: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: loopback(8090),
            site_base: None,
            seed: 7,
            rate: 1.0,
            backfill: 600,
            backfill_span: TimeDelta::hours(30),
            client_id: "harken-demo".to_owned(),
            client_secret: "harken-demo-secret".to_owned(),
            token_life: TimeDelta::hours(24),
            budget: 1_000,
            window: TimeDelta::seconds(600),
            churn: 0.02,
            stickied: true,
            unknown: Unknown::Redirect,
            lost_cursor: LostCursor::Empty,
            max_names: usize::MAX,
            max_name_bytes: usize::MAX,
            replay: None,
        }
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
