//! Harken with stand-ins of Lemmy instances: the real client over real HTTP, read by hand.

use std::sync::Arc;

use api::app::App;
use chrono::TimeDelta;
use domain::watches::ActiveWatches;
use ingest::lemmy::{LemmyReader, ReadInstance};
use ingest::removal::recheck::{Checked, Recheck};
use sims::lemmy::{Clock as _, Config, Handle, ManualClock, NewComment, NewPost, start_with_clock};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::app::TestApp;
use super::forum::{add_watch, count};

pub const PLACE: &str = "join-lemmy.org";

/// A test's Harken, the instances that it reads, and one reader.
pub struct LemmyTest {
    pub app: TestApp,
    pub instances: Vec<Handle>,
    clock: Arc<ManualClock>,
    pub watches: Arc<ActiveWatches>,
    pub reader: LemmyReader,
}

impl LemmyTest {
    /// Starts with one instance, read completely so far.
    pub async fn init() -> Self {
        let test = Self::init_with(vec![Config::for_tests()]).await;
        test.read_now().await;
        test
    }

    pub async fn init_with(configs: Vec<Config>) -> Self {
        let clock = Arc::new(ManualClock::new(chrono::Utc::now()));
        let mut instances = Vec::new();
        for config in configs {
            instances.push(start_with_clock(config, clock.clone()).await.unwrap());
        }
        let addresses: Vec<String> = instances.iter().map(Handle::base_url).collect();
        let settings = [
            "lemmy.enabled=true".to_owned(),
            format!("lemmy.instances={}", addresses.join(",")),
            "lemmy.timeout_seconds=5".to_owned(),
        ];
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let app = TestApp::init_with(&settings).await;
        // Both clocks show the same time.
        clock.advance(app.clock.now() - clock.now());
        let (watches, reader) = reader(&app).await;
        Self { app, instances, clock, watches, reader }
    }

    /// Returns the first instance.
    pub fn lemmy(&self) -> &sims::lemmy::Sim {
        &self.instances[0].control
    }

    /// Moves both clocks.
    pub fn pass(&self, time: TimeDelta) {
        self.app.clock.advance(time);
        self.clock.advance(time);
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

    /// Checks the stored items that are due for a check.
    pub async fn look(&self) -> Vec<Checked> {
        let source = self.app.sources.lemmy.clone();
        let recheck = Recheck::new(self.app.context.clone(), source, self.watches.clone());
        recheck.run_due().await.unwrap()
    }

    /// Adds a watch on all instances.
    pub async fn watch(&self, user: Uuid, keyword: &str) -> Uuid {
        add_watch(&self.app, user, keyword, &[PLACE]).await
    }

    /// Returns the result of `SELECT count(*) FROM …`.
    pub async fn count(&self, from: &str) -> i64 {
        count(&self.app, from).await
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
