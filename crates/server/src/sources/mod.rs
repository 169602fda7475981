//! Where people talk: a room for each source, with its client and what it says, and the items that all of
//! them give.

pub mod bluesky;
mod error;
pub mod feed;
pub mod hacker_news;
mod html;
mod http;
mod item;
pub mod reddit;
mod text;

pub use error::ForumError;
pub use item::{ForumItem, Page};

use std::sync::Arc;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::Pool;

/// The sources that are read; each is none unless it is configured.
#[derive(Clone)]
pub struct Sources {
    pub forum: Option<Arc<dyn reddit::Forum>>,
    pub hacker_news: Option<Arc<hacker_news::HackerNews>>,
    pub bluesky: Option<Arc<bluesky::Bluesky>>,
    pub feeds: Option<Arc<feed::FeedClient>>,
}

impl Sources {
    /// Makes the clients of what `config` names.
    ///
    /// # Errors
    /// An HTTP client could not be made.
    pub fn connect(config: &Config, clock: &Clock, pool: &Pool) -> anyhow::Result<Self> {
        Ok(Self {
            forum: reddit::connect(&config.forum, clock, pool)?,
            hacker_news: hacker_news::connect(&config.hacker_news)?,
            bluesky: bluesky::connect(&config.bluesky)?,
            feeds: feed::connect(config)?,
        })
    }

    /// Returns whether nothing is read.
    pub fn is_empty(&self) -> bool {
        let Self {
            forum,
            hacker_news,
            bluesky,
            feeds,
        } = self;
        forum.is_none() && hacker_news.is_none() && bluesky.is_none() && feeds.is_none()
    }
}
