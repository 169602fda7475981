//! Harken with the stand-in forum: the real client over real HTTP, polled by hand.

use std::ops::Range;

use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::watches::Share;
use ingest::reddit::audit::Audit;
use ingest::reddit::fill::{Filled, Filler};
use ingest::reddit::places::{CheckedPlace, PlaceCheck};
use ingest::reddit::polled::Polled;
use ingest::reddit::poller::Poller;
use ingest::reddit::threads::{AskedThreads, Threads};
use ingest::removal::recheck::Recheck;
use ingest::shards::pass_on::pass_on;
use ingest::store::partitions::Partitions;
use ingest::store::{Stored, store};
use matcher::Kind;
use platform::sources::ForumItem;
use sims::forum::{
    Clock, Config, Fault, FaultKind, Handle, ManualClock, NewComment, NewPost, start_with_clock,
};

use super::prelude::*;
use super::site;
use super::sql::row;

/// A test's Harken, the forum it reads, and one poller.
pub struct ForumTest {
    pub app: TestApp,
    pub forum: Handle,
    forum_clock: Arc<ManualClock>,
    pub watches: Arc<ActiveWatches>,
    pub poller: Poller,
}

impl ForumTest {
    pub async fn init() -> Self {
        Self::init_with(Config::for_tests()).await
    }

    pub async fn init_with(config: Config) -> Self {
        Self::init_with_settings(config, &[]).await
    }

    /// Starts with settings of Harken given as `area.key=value`.
    pub async fn init_with_settings(config: Config, more: &[&str]) -> Self {
        let forum_clock = Arc::new(ManualClock::new(chrono::Utc::now()));
        let forum = start_with_clock(config, forum_clock.clone()).await.unwrap();
        let app = site::start(&forum_settings(&forum.base_url()), more, &forum_clock).await;
        let (watches, poller) = poller(&app).await;
        Self { app, forum, forum_clock, watches, poller }
    }

    /// Advances time so that everything is due, takes in changed watches, and polls.
    pub async fn poll(&self) -> Vec<Polled> {
        self.pass(TimeDelta::minutes(12));
        self.watches.catch_up(&self.app.pool).await.unwrap();
        self.poller.run_due().await.unwrap()
    }

    /// Returns the job that verifies the subreddits of watches, as one ingest process has it.
    pub fn places(&self) -> PlaceCheck {
        PlaceCheck::new(self.app.context.clone(), self.app.sources.forum.clone().unwrap())
    }

    /// Takes in changed watches, and verifies the subreddits that are new or otherwise due.
    pub async fn verify(&self) -> Vec<CheckedPlace> {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        self.poller.next_due().await.unwrap();
        self.places().run_due().await.unwrap()
    }

    /// Moves the clocks of Harken and of the forum.
    pub fn pass(&self, time: TimeDelta) {
        self.app.clock.advance(time);
        self.forum_clock.advance(time);
    }

    /// Returns the time on the forum's clock.
    pub fn forum_now(&self) -> DateTime<Utc> {
        self.forum_clock.now()
    }

    /// Adds a post to the forum; only its title matters.
    pub fn post(&self, subreddit: &str, title: &str) -> String {
        self.make(NewPost::titled(subreddit, title))
    }

    /// Adds a post for each number, with the number after the title.
    pub fn posts(&self, subreddit: &str, title: &str, numbers: Range<usize>) {
        for n in numbers {
            self.post(subreddit, &format!("{title} {n}"));
        }
    }

    pub fn make(&self, post: NewPost) -> String {
        self.forum.control.post(post).unwrap().fullname
    }

    pub fn comment(&self, comment: NewComment) -> String {
        self.forum.control.comment(comment).unwrap().fullname
    }

    /// Returns the job that checks stored items again, as one ingest process has it.
    pub fn recheck(&self) -> Recheck {
        let app = &self.app;
        let source = app.sources.forum.clone().unwrap();
        Recheck::new(app.context.clone(), source, self.watches.clone())
    }

    /// Fills the gaps of joint listings, as one ingest process does.
    pub async fn fill(&self) -> Vec<Filled> {
        let app = &self.app;
        let forum = app.sources.forum.clone().unwrap();
        let filler = Filler::new(app.context.clone(), forum, self.watches.clone());
        filler.run_due().await.unwrap()
    }

    /// Asks for the posts that comments in gaps belong to, as one ingest process does.
    pub async fn ask_for_threads(&self) -> Option<AskedThreads> {
        let app = &self.app;
        let forum = app.sources.forum.clone().unwrap();
        let threads = Threads::new(app.context.clone(), forum, self.watches.clone());
        threads.ask_once().await.unwrap()
    }

    /// Returns the job that compares subreddits' listings with what is stored, as one ingest
    /// process has it.
    pub fn audit(&self) -> Audit {
        let app = &self.app;
        let forum = app.sources.forum.clone().unwrap();
        Audit::new(app.context.clone(), forum, self.watches.clone())
    }

    /// Returns the number of calls of the forum's API, by the endpoint's name.
    pub fn requests(&self, endpoint: &str) -> u64 {
        let stats = self.forum.control.stats();
        stats.requests.get(endpoint).copied().unwrap_or(0)
    }

    /// Makes the next `times` requests whose path begins with `path` fail.
    pub fn fault(&self, path: &str, fault: FaultKind, times: u32) {
        self.forum.control.fault(Fault { times, ..Fault::once(path, fault) });
    }

    pub async fn watch(&self, user: Uuid, keyword: &str, subreddits: &[&str]) -> Uuid {
        add_watch(&self.app, user, keyword, subreddits).await
    }

    /// Adds a user with a watch.
    pub async fn listener(&self, keyword: &str, subreddits: &[&str]) -> SignedIn {
        let user = self.app.new_user("reader@example.com").await;
        self.watch(user.user.id, keyword, subreddits).await;
        user
    }

    /// Returns the result of `SELECT count(*) FROM …`.
    pub async fn count(&self, from: &str) -> i64 {
        count(&self.app, from).await
    }
}

/// The notifications in the outbox of one user and channel: a row for each alert, whether it is a
/// separate message or waits in a digest.
pub const IN_MESSAGES: &str =
    "(SELECT subject_id AS notification_id FROM outbox WHERE kind = 'match'
    UNION ALL SELECT e.notification_id FROM digest_entries e
        JOIN outbox o ON o.kind = 'digest' AND o.subject_id = e.digest_id) AS in_messages";

/// Returns settings that point Harken to the stand-in at `base`.
pub fn forum_settings(base: &str) -> Vec<String> {
    vec![
        format!("forum.api_url={base}"),
        format!("forum.token_url={base}/api/v1/access_token"),
        format!("forum.site_url={base}"),
        "forum.client_id=harken-demo".to_owned(),
        "forum.client_secret=harken-demo-secret".to_owned(),
        "forum.user_agent=linux:harken.tests:0.1 (by /u/harken)".to_owned(),
        format!("forum.timeout_seconds={LONG_WAIT_SECONDS}"),
    ]
}

/// Returns a poller as one ingest process has it.
pub async fn poller(app: &App) -> (Arc<ActiveWatches>, Poller) {
    let watches = Arc::new(ActiveWatches::load(&app.pool).await.unwrap());
    let forum = app.sources.forum.clone().unwrap();
    (watches.clone(), Poller::new(app.context.clone(), forum, watches))
}

/// Adds a watch whose subreddits are marked verified, though the stand-in may not have them.
pub async fn add_watch(app: &App, user: Uuid, keyword: &str, subreddits: &[&str]) -> Uuid {
    let id = Uuid::now_v7();
    let mut conn = app.conn().await.unwrap();
    diesel::sql_query(
        "INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5)",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<SqlUuid, _>(user)
    .bind::<Text, _>(keyword)
    .bind::<Array<Text>, _>(subreddits)
    .bind::<Timestamptz, _>(app.clock.now())
    .execute(&mut conn)
    .await
    .unwrap();
    diesel::sql_query(
        "INSERT INTO places (name, state, since, next_check_at)
         SELECT DISTINCT lower(name), 'ok', $2, $2 + interval '1 day' FROM unnest($1) AS name
         WHERE name <> 'all' AND NOT is_site(name) ON CONFLICT DO NOTHING",
    )
    .bind::<Array<Text>, _>(subreddits)
    .bind::<Timestamptz, _>(app.clock.now())
    .execute(&mut conn)
    .await
    .unwrap();
    id
}

/// Returns a post as the client reads it, a separate thread; only its title matters.
pub fn read_post(id: &str, title: &str, at: DateTime<Utc>) -> ForumItem {
    ForumItem {
        forum_id: id.to_owned(),
        thread_id: id.to_owned(),
        kind: Kind::Post,
        subreddit: "tea".to_owned(),
        author: "somebody".to_owned(),
        title: title.to_owned(),
        body: String::new(),
        url: format!("https://forum.example/{id}"),
        score: 1,
        num_comments: 0,
        created_at: at,
        pinned: false,
        crosspost_parent: String::new(),
        is_backlog: false,
        is_gone: false,
        is_edited: false,
        flair: String::new(),
        link: String::new(),
    }
}

/// Stores a batch of items as ingest does, without reading a listing.
pub async fn store_items(app: &App, items: Vec<ForumItem>) -> Stored {
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    store((&app.context).into(), &Partitions::default(), &watches, items, None, app.clock.now())
        .await
        .unwrap()
}

/// Passes a batch of items on, as ingest does over a bus, without reading a listing.
pub async fn pass_on_items(app: &App, items: Vec<ForumItem>) -> anyhow::Result<Stored> {
    let watches = ActiveWatches::load_share(Share::Names, &app.pool).await?;
    // As happens every second: takes in what changed while transactions of other tests were open.
    watches.catch_up(&app.pool).await?;
    let (log, partitions) = (app.bus.items().unwrap(), Partitions::default());
    let now = app.clock.now();
    pass_on(&app.pool, log, &partitions, &watches, items, None, now).await
}

/// Makes Harken check items again that are stored from now on and mention a kettle, and alerts nobody:
/// a watch waits for a score that no item has.
pub async fn keep_kettles(app: &TestApp) {
    if count(app, "watches WHERE keyword LIKE 'kettle min_score:%'").await > 0 {
        return;
    }
    let keeper = app.new_user("keeper@example.com").await.user.id;
    let watch = add_watch(app, keeper, "kettle min_score:1000000000", &["all"]).await;
    let query = format!("UPDATE watches SET mode = 'query' WHERE id = '{watch}'");
    app.sql(&query).await;
}

pub async fn set_active(app: &App, watch: Uuid, active: bool) {
    let statement = format!("UPDATE watches SET is_active = {active} WHERE id = '{watch}'");
    let mut conn = app.conn().await.unwrap();
    diesel::sql_query(statement).execute(&mut conn).await.unwrap();
}

pub async fn count(app: &App, from: &str) -> i64 {
    row(&format!("SELECT count(*) FROM {from}"), &mut app.conn().await.unwrap()).await
}
