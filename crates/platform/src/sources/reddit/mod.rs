//! Reddit, also called the forum: what Harken requests from it, and the client of the real one.

mod account;
pub mod budget;
mod client;
mod parse;
mod repair;
mod token;
mod unread;

use std::collections::HashSet;
use std::sync::Arc;

use futures::future::BoxFuture;
use matcher::Kind;

pub use account::{RequestsLeft, requests_left};
pub use budget::Priority;
pub use client::Reddit;
pub use parse::{PageError, parse_listing};

use super::{ForumError, Page, Source};
use crate::config::ForumConfig;
use db::Pool;
use foundation::time::clock::Clock;

/// A forum that can be read. Ingest and the subreddit check know nothing else about it.
pub trait Forum: Source {
    /// Reads one page of a newest-first listing: the newest one, or the one after the item `after`.
    fn listing<'a>(
        &'a self,
        listing: &'a Listing,
        after: Option<&'a str>,
        priority: Priority,
    ) -> BoxFuture<'a, Result<Page, ForumError>>;

    /// Finds out whether a subreddit can be read, and how the forum spells its name.
    fn subreddit<'a>(
        &'a self,
        name: &'a str,
        priority: Priority,
    ) -> BoxFuture<'a, Result<SubredditState, ForumError>>;

    /// Finds out which subreddits can be read, at most 100 a call. Returns their names in lower
    /// case; of the others it is only known that they cannot be read.
    fn readable<'a>(
        &'a self,
        names: &'a [String],
        priority: Priority,
    ) -> BoxFuture<'a, Result<HashSet<String>, ForumError>>;

    /// Reads items by their forum ids, whatever became of them; at most 100 a call. Unknown ids are
    /// left out.
    fn items<'a>(
        &'a self,
        forum_ids: &'a [String],
        priority: Priority,
    ) -> BoxFuture<'a, Result<Page, ForumError>>;
}

/// A listing: posts or comments of some subreddits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    pub kind: Kind,
    /// Names without `r/`; `all` alone stands for every subreddit.
    pub names: Vec<String>,
}

/// The state of a subreddit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubredditState {
    /// It can be read; holds the name in the forum's spelling.
    Public(String),
    Private,
    Banned,
    NotFound,
}

/// Makes the client for the configured forum; returns none if no forum is configured.
///
/// # Errors
/// The HTTP client could not be made, for example from a User-Agent that no header can hold.
pub fn connect(
    config: &ForumConfig,
    clock: &Clock,
    pool: &Pool,
) -> anyhow::Result<Option<Arc<dyn Forum>>> {
    if !config.is_configured() {
        return Ok(None);
    }
    let client = Reddit::new(config, clock.clone(), pool.clone())?;
    Ok(Some(Arc::new(client)))
}
