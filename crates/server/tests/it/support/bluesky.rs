//! Harken with the stand-in of Bluesky: the real client over real sockets, read by hand.

use db::models::sequence::{Sequence, SequenceSource};
use ingest::bluesky::{Heard, Session, StreamReader};
use sims::jetstream::{Config, Handle, ManualClock, NewPost, PostId, start_with_clock};

use super::prelude::*;
use super::site::{self, SiteTest};

pub const PLACE: &str = "bsky.app";

/// A test's Harken, the Bluesky that it reads, and one reader.
pub type BlueskyTest = SiteTest<Handle, StreamReader>;

impl BlueskyTest {
    pub async fn init() -> Self {
        Self::init_with(&[]).await
    }

    pub async fn init_with(more: &[&str]) -> Self {
        Self::init_at(Config::for_tests(), &[""], more).await
    }

    /// Starts with the instances at these paths of the stand-in, which has `config`.
    pub async fn init_at(config: Config, paths: &[&str], more: &[&str]) -> Self {
        let clock = Arc::new(ManualClock::new(Utc::now()));
        let site = start_with_clock(config, clock.clone()).await.unwrap();
        let urls: Vec<String> =
            paths.iter().map(|path| format!("{}{path}", site.base_url())).collect();
        let settings = [
            "bluesky.enabled=true".to_owned(),
            format!("bluesky.stream_urls={}", urls.join(",")),
            format!("bluesky.api_url={}", site.base_url()),
            format!("bluesky.timeout_seconds={LONG_WAIT_SECONDS}"),
        ];
        let app = site::start(&settings, more, &clock).await;
        let (watches, reader) = reader(&app).await;
        let source = app.sources.bluesky.clone();
        Self { app, site, clock, watches, reader, source, place: PLACE }
    }

    pub fn post(&self, text: &str) -> PostId {
        self.site.control.post(NewPost::text(text)).unwrap()
    }

    pub fn reply(&self, to: &PostId, text: &str) -> PostId {
        self.site.control.post(NewPost::reply(to, text)).unwrap()
    }

    /// Opens the stream, which is due.
    pub async fn open(&self) -> Session<'_> {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        self.reader.open().await.unwrap().unwrap()
    }

    /// Reads up to the last event that exists, which must be stored in the end.
    pub async fn read(&self, session: &mut Session<'_>) -> Heard {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        let last = self.site.control.last_time_us();
        let mut all = Heard::default();
        while session.read_to() < last {
            let heard = session.read(&CancellationToken::new()).await.unwrap();
            let Some(heard) = heard else {
                let mut conn = self.app.conn().await.unwrap();
                let row = Sequence::find(SequenceSource::Bluesky, &mut conn).await;
                panic!("the stream has ended: {:?}", row.unwrap());
            };
            all.events += heard.events;
            all.unreadable += heard.unreadable;
            all.has_gap |= heard.has_gap;
            all.stored.new_items += heard.stored.new_items;
            all.stored.notifications += heard.stored.notifications;
            all.removed.items += heard.removed.items;
            all.removed.notifications += heard.removed.notifications;
        }
        all
    }
}

/// Returns the id under which a post is stored.
pub fn forum_id(post: &PostId) -> String {
    format!("bsky:{}/{}", post.did, post.rkey)
}

/// Returns a reader as one ingest process has it.
pub async fn reader(app: &App) -> (Arc<ActiveWatches>, StreamReader) {
    let watches = Arc::new(ActiveWatches::load(&app.pool).await.unwrap());
    let source = app.sources.bluesky.clone();
    let reader = StreamReader::new(app.context.clone(), source, watches.clone());
    (watches, reader)
}
