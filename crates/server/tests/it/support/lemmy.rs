//! Harken with stand-ins of Lemmy instances: the real client over real HTTP, read by hand.

use ingest::lemmy::{LemmyReader, ReadInstance};
use sims::lemmy::{Config, Handle, ManualClock, NewComment, NewPost, start_with_clock};

use super::prelude::*;
use super::site::{self, SiteTest};

pub const PLACE: &str = "join-lemmy.org";

/// A test's Harken, the instances that it reads, and one reader.
pub type LemmyTest = SiteTest<Vec<Handle>, LemmyReader>;

impl LemmyTest {
    /// Starts with one instance, read completely so far.
    pub async fn init() -> Self {
        let test = Self::init_with(vec![Config::for_tests()]).await;
        test.read_now().await;
        test
    }

    pub async fn init_with(configs: Vec<Config>) -> Self {
        Self::init_at(configs, &[]).await
    }

    pub async fn init_at(configs: Vec<Config>, more: &[&str]) -> Self {
        let clock = Arc::new(ManualClock::new(Utc::now()));
        let mut site = Vec::new();
        for config in configs {
            site.push(start_with_clock(config, clock.clone()).await.unwrap());
        }
        let addresses: Vec<String> = site.iter().map(Handle::base_url).collect();
        let settings = [
            "lemmy.enabled=true".to_owned(),
            format!("lemmy.instances={}", addresses.join(",")),
            format!("lemmy.timeout_seconds={LONG_WAIT_SECONDS}"),
        ];
        let app = site::start(&settings, more, &clock).await;
        let (watches, reader) = reader(&app).await;
        let source = app.sources.lemmy.clone();
        Self { app, site, clock, watches, reader, source, place: PLACE }
    }

    /// Returns the first instance.
    pub fn lemmy(&self) -> &sims::lemmy::Sim {
        &self.site[0].control
    }

    pub fn post(&self, title: &str) -> u64 {
        self.lemmy().post(NewPost::titled(title))
    }

    pub fn post_in(&self, community: &str, title: &str) -> u64 {
        self.lemmy()
            .post(NewPost { community: Some(community.to_owned()), ..NewPost::titled(title) })
    }

    pub fn comment(&self, post: u64, content: &str) -> u64 {
        self.lemmy().comment(NewComment::on(post, content)).unwrap()
    }

    /// Advances time to the next poll, and reads each instance.
    pub async fn read(&self) -> Vec<ReadInstance> {
        self.pass(TimeDelta::seconds(30));
        self.read_now().await
    }

    /// Like `read`, for what is due now.
    pub async fn read_now(&self) -> Vec<ReadInstance> {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        let mut done = Vec::new();
        while let Some(read) = read_once(&self.reader).await {
            done.push(read);
        }
        done
    }
}

/// Returns a reader as one ingest process has it.
pub async fn reader(app: &App) -> (Arc<ActiveWatches>, LemmyReader) {
    let watches = Arc::new(ActiveWatches::load(&app.pool).await.unwrap());
    let source = app.sources.lemmy.clone();
    let reader = LemmyReader::new(app.context.clone(), source, watches.clone());
    (watches, reader)
}

pub async fn read_once(reader: &LemmyReader) -> Option<ReadInstance> {
    reader.read_once(&CancellationToken::new()).await.unwrap()
}
