//! Bluesky: the events of its network as streamed by Jetstream, and the API that provides names and
//! posts.
//!
//! Sources: github.com/bluesky-social/jetstream for the stream, docs.bsky.app and the lexicons
//! `app.bsky.feed.post` and `app.bsky.actor.getProfiles` for its content. A cursor is the time of
//! an event in microseconds and is inclusive; instances keep some 36 hours of events, and an older
//! cursor is silently moved up.

mod api;
mod embed;
mod event;
mod post;
mod stream;

pub use api::MAX_AT_ONCE;
pub use event::{Event, What};
pub(super) use post::PREFIX;
pub use post::{PLACE, PostId, Record};
pub use stream::Stream;

use url::Url;

use crate::config::BlueskyConfig;
use crate::sources::http;
use foundation::net::service;

/// The client of Jetstream and of the API (and of their stand-in).
pub struct Bluesky {
    /// For streams, which end when nothing arrives, not after a fixed time.
    streams: reqwest::Client,
    http: reqwest::Client,
    config: BlueskyConfig,
}

impl Bluesky {
    /// Makes the client from `config`.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &BlueskyConfig) -> anyhow::Result<Self> {
        let client = |base| http::client(base, config.timeout());
        let first = config.stream_urls.first().unwrap_or(&config.api_url);
        Ok(Self {
            streams: service::http1_only(client(first)).build()?,
            http: client(&config.api_url).build()?,
            config: config.clone(),
        })
    }

    /// Returns the base of the links to posts.
    pub fn site_url(&self) -> &Url {
        &self.config.site_url
    }
}
