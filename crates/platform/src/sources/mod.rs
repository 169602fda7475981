//! The places where people talk: a module for each source, with its client and its types, and the
//! items that all of them yield.

mod attached;
pub mod bluesky;
mod error;
pub mod feed;
pub mod hacker_news;
mod html;
mod http;
mod item;
pub mod lemmy;
pub mod reddit;
mod source;
mod text;

pub use attached::Attached;
pub use error::ForumError;
pub use item::{ForumItem, Page};
pub use source::Source;

use std::sync::Arc;

use crate::config::Config;
use db::Pool;
use foundation::telemetry::metrics;
use foundation::time::clock::Clock;

/// The prefix of the ids of each source whose stored items are checked again; Reddit's ids have no
/// colon.
pub const ID_PREFIXES: [(metrics::Source, Option<&str>); 4] = [
    (metrics::Source::Reddit, None),
    (metrics::Source::HackerNews, Some(hacker_news::PREFIX)),
    (metrics::Source::Bluesky, Some(bluesky::PREFIX)),
    (metrics::Source::Lemmy, Some(lemmy::PREFIX)),
];

/// Returns the name under which a source is measured.
pub fn measured_as(source: &dyn Source) -> metrics::Source {
    let prefix = source.id_prefix();
    let known = ID_PREFIXES.iter().find(|(_, own)| *own == prefix);
    known.map_or(metrics::Source::Reddit, |(source, _)| *source)
}

/// The clients of the sources. Making them sends no request.
#[derive(Clone)]
pub struct Sources {
    /// `None` without credentials.
    pub forum: Option<Arc<dyn reddit::Forum>>,
    /// [`crate::instance::sites`] decides whether this site and the next two are read.
    pub hacker_news: Arc<hacker_news::HackerNews>,
    pub bluesky: Arc<bluesky::Bluesky>,
    pub lemmy: Arc<lemmy::Lemmy>,
    /// `None` unless feeds are enabled.
    pub feeds: Option<Arc<feed::FeedClient>>,
}

impl Sources {
    /// Makes the clients that `config` names.
    ///
    /// # Errors
    /// An HTTP client could not be made.
    pub fn connect(config: &Config, clock: &Clock, pool: &Pool) -> anyhow::Result<Self> {
        Ok(Self {
            forum: reddit::connect(&config.forum, clock, pool)?,
            hacker_news: Arc::new(hacker_news::HackerNews::new(&config.hacker_news)?),
            bluesky: Arc::new(bluesky::Bluesky::new(&config.bluesky)?),
            lemmy: Arc::new(lemmy::Lemmy::new(&config.lemmy)?),
            feeds: feed::connect(config)?,
        })
    }
}
