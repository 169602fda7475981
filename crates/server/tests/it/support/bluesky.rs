//! Harken with the stand-in of Bluesky: the real client over real sockets, read by hand.

use std::sync::Arc;

use api::app::App;
use chrono::TimeDelta;
use db::models::sequence::{Sequence, SequenceSource};
use domain::watches::ActiveWatches;
use ingest::bluesky::{Heard, Session, StreamReader};
use ingest::removal::recheck::{Checked, Recheck};
use sims::jetstream::{Clock as _, Config, Handle, ManualClock, NewPost, PostId, start_with_clock};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::app::TestApp;
use super::forum::{add_watch, count};

pub const PLACE: &str = "bsky.app";

/// A test's Harken, the Bluesky that it reads, and one reader.
pub struct BlueskyTest {
    pub app: TestApp,
    pub bluesky: Handle,
    clock: Arc<ManualClock>,
    pub watches: Arc<ActiveWatches>,
    pub reader: StreamReader,
}

impl BlueskyTest {
    pub async fn init() -> Self {
        Self::init_with(&[]).await
    }

    pub async fn init_with(more: &[&str]) -> Self {
        let clock = Arc::new(ManualClock::new(chrono::Utc::now()));
        let bluesky = start_with_clock(Config::for_tests(), clock.clone()).await.unwrap();
        let settings = [
            "bluesky.enabled=true".to_owned(),
            format!("bluesky.stream_urls={}", bluesky.base_url()),
            format!("bluesky.api_url={}", bluesky.base_url()),
            "bluesky.timeout_seconds=5".to_owned(),
        ];
        let settings = settings.iter().map(String::as_str);
        let settings: Vec<&str> = settings.chain(more.iter().copied()).collect();
        let app = TestApp::init_with(&settings).await;
        // Both clocks show the same time.
        clock.advance(app.clock.now() - clock.now());
        let (watches, reader) = reader(&app).await;
        Self { app, bluesky, clock, watches, reader }
    }

    /// Moves both clocks.
    pub fn pass(&self, time: TimeDelta) {
        self.app.clock.advance(time);
        self.clock.advance(time);
    }

    pub fn post(&self, text: &str) -> PostId {
        self.bluesky.control.post(NewPost::text(text)).unwrap()
    }

    pub fn reply(&self, to: &PostId, text: &str) -> PostId {
        self.bluesky.control.post(NewPost::reply(to, text)).unwrap()
    }

    /// Opens the stream, which is due.
    pub async fn open(&self) -> Session<'_> {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        self.reader.open().await.unwrap().unwrap()
    }

    /// Reads up to the last event that exists, which must be stored in the end.
    pub async fn read(&self, session: &mut Session<'_>) -> Heard {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        let last = self.bluesky.control.last_time_us();
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

    /// Checks the stored items that are due for a check.
    pub async fn look(&self) -> Vec<Checked> {
        let source = self.app.sources.bluesky.clone();
        let recheck = Recheck::new(self.app.context.clone(), source, self.watches.clone());
        recheck.run_due().await.unwrap()
    }

    /// Adds a watch on all of Bluesky.
    pub async fn watch(&self, user: Uuid, keyword: &str) -> Uuid {
        add_watch(&self.app, user, keyword, &[PLACE]).await
    }

    /// Returns the result of `SELECT count(*) FROM …`.
    pub async fn count(&self, from: &str) -> i64 {
        count(&self.app, from).await
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
