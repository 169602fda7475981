//! Harken with the stand-in of Hacker News: the real client over real HTTP, read by hand.

use std::sync::Arc;

use api::app::App;
use chrono::TimeDelta;
use db::models::sequence::{Sequence, SequenceSource};
use domain::watches::ActiveWatches;
use ingest::hacker_news::{Read, SequenceReader};
use ingest::removal::recheck::{Checked, Recheck};
use sims::hacker_news::{Clock as _, Config, Handle, ManualClock, NewItem, start_with_clock};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::app::TestApp;
use super::forum::{add_watch, count};

pub const PLACE: &str = "news.ycombinator.com";

/// A test's Harken, the Hacker News that it reads, and one reader.
pub struct HackerNewsTest {
    pub app: TestApp,
    pub hn: Handle,
    clock: Arc<ManualClock>,
    pub watches: Arc<ActiveWatches>,
    pub reader: SequenceReader,
}

impl HackerNewsTest {
    /// Starts with everything read so far.
    pub async fn init() -> Self {
        let test = Self::init_with(Config::for_tests()).await;
        test.begin().await;
        test
    }

    /// Makes reading begin with the items made from now on.
    pub async fn begin(&self) {
        let (last, now) = (self.hn.control.last_id(), self.app.clock.now());
        let mut conn = self.app.conn().await.unwrap();
        let last = i64::try_from(last).unwrap();
        Sequence::begin(SequenceSource::HackerNews, PLACE, last, now, &mut conn).await.unwrap();
    }

    pub async fn init_with(config: Config) -> Self {
        let clock = Arc::new(ManualClock::new(chrono::Utc::now()));
        let hn = start_with_clock(config, clock.clone()).await.unwrap();
        let settings = [
            "hacker_news.enabled=true".to_owned(),
            format!("hacker_news.api_url={}", hn.base_url()),
            "hacker_news.timeout_seconds=5".to_owned(),
        ];
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let app = TestApp::init_with(&settings).await;
        // Both clocks show the same time.
        clock.advance(app.clock.now() - clock.now());
        let (watches, reader) = reader(&app).await;
        Self { app, hn, clock, watches, reader }
    }

    /// Moves both clocks.
    pub fn pass(&self, time: TimeDelta) {
        self.app.clock.advance(time);
        self.clock.advance(time);
    }

    pub fn story(&self, title: &str) -> u64 {
        self.hn.control.make(NewItem::story(title)).unwrap()
    }

    pub fn comment(&self, parent: u64, text: &str) -> u64 {
        self.hn.control.make(NewItem::comment(parent, text)).unwrap()
    }

    /// Advances time to the next poll, takes in changed watches, and reads until nothing is left to
    /// read immediately.
    pub async fn read(&self) -> Vec<Read> {
        self.pass(TimeDelta::seconds(10));
        self.read_now().await
    }

    /// Like `read`, for what is due now.
    pub async fn read_now(&self) -> Vec<Read> {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        let mut done = Vec::new();
        while let Some(read) = read_once(&self.reader).await {
            let goes_on = read.is_behind;
            done.push(read);
            if !goes_on {
                break;
            }
        }
        done
    }

    /// Checks the stored items that are due for a check.
    pub async fn look(&self) -> Vec<Checked> {
        let source = self.app.sources.hacker_news.clone();
        let recheck = Recheck::new(self.app.context.clone(), source, self.watches.clone());
        recheck.run_due().await.unwrap()
    }

    /// Adds a watch on all of Hacker News.
    pub async fn watch(&self, user: Uuid, keyword: &str) -> Uuid {
        add_watch(&self.app, user, keyword, &[PLACE]).await
    }

    /// Returns the result of `SELECT count(*) FROM …`.
    pub async fn count(&self, from: &str) -> i64 {
        count(&self.app, from).await
    }
}

/// Returns a reader as one ingest process has it.
pub async fn reader(app: &App) -> (Arc<ActiveWatches>, SequenceReader) {
    let watches = Arc::new(ActiveWatches::load(&app.pool).await.unwrap());
    let source = app.sources.hacker_news.clone();
    let reader = SequenceReader::new(app.context.clone(), source, watches.clone());
    (watches, reader)
}

pub async fn read_once(reader: &SequenceReader) -> Option<Read> {
    reader.read_once(&CancellationToken::new()).await.unwrap()
}
