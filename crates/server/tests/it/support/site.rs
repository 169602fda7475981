//! A test's Harken that reads a stand-in of one site by hand.

use ingest::removal::recheck::{Checked, Recheck};
use platform::sources::Source;
use sims::forum::{Clock as _, ManualClock};

use super::prelude::*;

/// A test's Harken, the stand-in that it reads, and one reader.
pub struct SiteTest<Site, Reader> {
    pub app: TestApp,
    pub site: Site,
    pub clock: Arc<ManualClock>,
    pub watches: Arc<ActiveWatches>,
    pub reader: Reader,
    /// The client with which Harken checks what it stored.
    pub source: Arc<dyn Source>,
    /// The place that means the whole site.
    pub place: &'static str,
}

impl<Site, Reader> SiteTest<Site, Reader> {
    /// Moves both clocks.
    pub fn pass(&self, time: TimeDelta) {
        self.app.clock.advance(time);
        self.clock.advance(time);
    }

    /// Checks the stored items that are due for a check.
    pub async fn look(&self) -> Vec<Checked> {
        let (context, source) = (self.app.context.clone(), self.source.clone());
        Recheck::new(context, source, self.watches.clone()).run_due().await.unwrap()
    }

    /// Adds a watch on the whole site.
    pub async fn watch(&self, user: Uuid, keyword: &str) -> Uuid {
        add_watch(&self.app, user, keyword, &[self.place]).await
    }

    /// Adds a user with a watch on the whole site.
    pub async fn listener(&self, keyword: &str) -> SignedIn {
        let user = self.app.new_user("reader@example.com").await;
        self.watch(user.user.id, keyword).await;
        user
    }

    /// Returns the result of `SELECT count(*) FROM …`.
    pub async fn count(&self, from: &str) -> i64 {
        count(&self.app, from).await
    }
}

/// Starts Harken with the settings of a stand-in and `more`, both given as `area.key=value`, and
/// makes the stand-in's clock show the same time.
pub async fn start(settings: &[String], more: &[&str], clock: &ManualClock) -> TestApp {
    let settings = settings.iter().map(String::as_str).chain(more.iter().copied());
    let app = TestApp::init_with(&settings.collect::<Vec<_>>()).await;
    clock.advance(app.clock.now() - clock.now());
    app
}
