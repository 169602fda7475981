//! Harken with the stand-in of Hacker News: the real client over real HTTP, read by hand.

use db::models::sequence::{Sequence, SequenceSource};
use ingest::hacker_news::{Read, SequenceReader};
use sims::hacker_news::{Config, Handle, ManualClock, NewItem, start_with_clock};

use super::prelude::*;
use super::site::{self, SiteTest};

pub const PLACE: &str = "news.ycombinator.com";

/// A test's Harken, the Hacker News that it reads, and one reader.
pub type HackerNewsTest = SiteTest<Handle, SequenceReader>;

impl HackerNewsTest {
    /// Starts with everything read so far.
    pub async fn init() -> Self {
        let test = Self::init_with(Config::for_tests()).await;
        test.begin().await;
        test
    }

    /// Makes reading begin with the items made from now on.
    pub async fn begin(&self) {
        let (last, now) = (self.site.control.last_id(), self.app.clock.now());
        let mut conn = self.app.conn().await.unwrap();
        let last = i64::try_from(last).unwrap();
        Sequence::begin(SequenceSource::HackerNews, PLACE, last, now, &mut conn).await.unwrap();
    }

    pub async fn init_with(config: Config) -> Self {
        Self::init_at(config, &[]).await
    }

    pub async fn init_at(config: Config, more: &[&str]) -> Self {
        let clock = Arc::new(ManualClock::new(Utc::now()));
        let site = start_with_clock(config, clock.clone()).await.unwrap();
        let settings = [
            "hacker_news.enabled=true".to_owned(),
            format!("hacker_news.api_url={}", site.base_url()),
            format!("hacker_news.timeout_seconds={LONG_WAIT_SECONDS}"),
        ];
        let app = site::start(&settings, more, &clock).await;
        let (watches, reader) = reader(&app).await;
        let source = app.sources.hacker_news.clone();
        Self { app, site, clock, watches, reader, source, place: PLACE }
    }

    pub fn story(&self, title: &str) -> u64 {
        self.site.control.make(NewItem::story(title)).unwrap()
    }

    pub fn comment(&self, parent: u64, text: &str) -> u64 {
        self.site.control.make(NewItem::comment(parent, text)).unwrap()
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
