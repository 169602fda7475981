//! Harken with the stand-in for feed servers: the real client over real HTTP, polled by hand.

use ingest::feeds::{FeedReader, PolledOnce};
use sims::feed::{
    Config, Date, Fault, FaultKind, Handle, NewEntry, NewFeed, RedirectStatus, start_with_clock,
};

use super::prelude::*;

/// The path of the feed that exists from the start.
pub const BLOG: &str = "/feeds/blog.rss";

/// A test's Harken, a feed server on the same clock, a reader, and the user who follows the feeds.
pub struct FeedTest {
    pub app: TestApp,
    pub server: Handle,
    pub user: SignedIn,
    pub watches: Arc<ActiveWatches>,
    pub reader: FeedReader,
}

impl FeedTest {
    /// Starts with one feed, which has no entries.
    pub async fn init() -> Self {
        Self::init_with(&[], Config::for_tests()).await
    }

    pub async fn init_with(settings: &[&str], config: Config) -> Self {
        let settings = [
            settings,
            &[
                "feeds.enabled=true",
                "delivery.allowed_networks=127.0.0.0/8",
                "delivery.timeout_seconds=30",
            ],
        ]
        .concat();
        let app = TestApp::init_with(&settings).await;
        let clock = app.clock.clone();
        let server = start_with_clock(config, Arc::new(move || clock.now())).await.unwrap();
        let user = app.new_user("reader@example.com").await;
        let (watches, reader) = reader(&app).await;
        let test = Self { server, user, watches, reader, app };
        test.add(NewFeed { title: Some("A test feed".to_owned()), ..NewFeed::named("blog") });
        test
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server.base_url())
    }

    /// Creates a feed, or replaces an existing one.
    pub fn add(&self, new: NewFeed) {
        self.server.control.add(new).unwrap();
    }

    /// Puts an entry into the feed.
    pub fn put(&self, entry: NewEntry) {
        self.server.control.put("blog", entry).unwrap();
    }

    /// Makes all requests for paths that begin with this one fail in this way from now on, and no
    /// others.
    pub fn fail(&self, path: &str, fault: FaultKind) {
        self.server.control.clear_faults();
        self.server.control.fault(Fault::lasting(path, fault));
    }

    /// Follows the feed at a path of the server, after leaving the server alone for a moment, and
    /// returns the feed.
    pub async fn follow(&self, path: &str) -> Value {
        self.follow_as(&self.user, &self.url(path)).await
    }

    pub async fn follow_as(&self, user: &SignedIn, address: &str) -> Value {
        self.app.clock.advance(TimeDelta::seconds(3));
        let answer = user.post("/api/sources/feeds", json!({"address": address})).await;
        assert!([200, 201].contains(&answer.status), "{}", answer.text);
        self.server.control.take_paths();
        answer.json["feed"].clone()
    }

    /// Advances time beyond what any feed waits on its own, takes in changed watches, and makes one
    /// poll.
    pub async fn poll_later(&self) -> PolledOnce {
        self.app.clock.advance(TimeDelta::hours(8));
        self.poll().await.expect("a feed that is due")
    }

    /// Makes one poll of what is due now, after leaving the server alone for long enough.
    pub async fn poll_now(&self) -> PolledOnce {
        self.app.clock.advance(TimeDelta::seconds(3));
        self.poll().await.expect("a feed that is due")
    }

    pub async fn poll(&self) -> Option<PolledOnce> {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        self.reader.poll_once().await.unwrap()
    }

    /// Makes a poll, and runs `meanwhile` after the server received the request and before it
    /// answers.
    pub async fn poll_during<T>(
        &self,
        meanwhile: impl AsyncFnOnce() -> T,
    ) -> (Option<PolledOnce>, T) {
        self.app.clock.advance(TimeDelta::seconds(3));
        let stall = Fault::once("/feeds/", FaultKind::Stall);
        self.server.control.fault(stall);
        let (polled, done) = tokio::join!(self.reader.poll_once(), async {
            self.server.control.until_asked().await;
            let done = meanwhile().await;
            self.server.control.clear_faults();
            done
        });
        (polled.unwrap(), done)
    }

    /// Returns the user's feed as the API shows it now, with a new token: one lives a quarter of an
    /// hour.
    pub async fn feed(&self) -> Value {
        let client = self.app.sign_in(self.user.user.id).await;
        let answer = client.get("/api/sources/feeds").await.expect(200);
        answer.json["feeds"][0].clone()
    }

    pub async fn watch(&self, user: Uuid, keyword: &str, feed: &Value) -> Uuid {
        add_watch(&self.app, user, keyword, &[place(feed)]).await
    }

    /// Returns the result of `SELECT count(*) FROM …`.
    pub async fn count(&self, from: &str) -> i64 {
        count(&self.app, from).await
    }
}

/// Returns an entry without a publication time.
pub fn undated(title: &str) -> NewEntry {
    NewEntry { date: Date::Missing, ..NewEntry::titled(title) }
}

pub fn redirect(status: RedirectStatus, to: &str) -> FaultKind {
    FaultKind::Redirect { status, to: to.to_owned() }
}

pub fn place(feed: &Value) -> &str {
    feed["place"].as_str().unwrap()
}

/// Returns a reader as one ingest process has it.
pub async fn reader(app: &App) -> (Arc<ActiveWatches>, FeedReader) {
    let watches = Arc::new(ActiveWatches::load(&app.pool).await.unwrap());
    let source = app.sources.feeds.clone().unwrap();
    let reader = FeedReader::new(app.context.clone(), source, watches.clone());
    (watches, reader)
}
