//! Measures what an honest user notices of a greedy one: the time from storing a page to the alert
//! at the webhook, with no other activity and with each way to take more than one's share. All are
//! measured in one run: `just bench fair`, with a number of alerts after it for a quick run.

mod greedy;
mod slow;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use db::Part;
use deliver::outbox::worker;
use domain::auth::SessionUser;
use domain::watches::ActiveWatches;
use ingest::store::partitions::Partitions;
use ingest::store::{StoreContext, store};
use platform::config::Plans;
use platform::sources::ForumItem;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sims::receiver::Query;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use self::greedy::Greed;
use crate::support::server::{self, Site};
use crate::support::{arguments, rows};

const ALERTS: usize = 200;
/// An alert that takes longer counts as lost.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let alerts = arguments::number().unwrap_or(ALERTS);
    let site = Site::start(&[
        "delivery.allowed_networks=127.0.0.0/8",
        "limits.keyword_changes_per_minute=1000000",
        "server.plans=off",
    ])
    .await?;
    let measured = measure(&site, alerts).await;
    site.stop().await?;
    measured
}

async fn measure(site: &Site, alerts: usize) -> anyhow::Result<()> {
    let users = site.new_users(2, "").await?;
    let [honest, greedy] = users[..] else { anyhow::bail!("two users") };
    let receiver = sims::receiver::start(sims::receiver::Config::for_tests()).await?;
    let honest = User::new(site, honest)?;
    honest.add_watch("kettle").await?;
    honest.add_webhook(&format!("{}/hook/honest", receiver.base_url())).await?;
    let greedy = User::new(site, greedy)?;
    let ingest = Ingest::start(site).await?;

    let stop = CancellationToken::new();
    let app = &site.app;
    let sending = worker::run(app.context.of(Part::Delivery), app.senders.clone(), stop.clone());
    let sending = tokio::spawn(sending);
    println!("{alerts} alerts each, load of the machine {}", server::load());
    println!("{:<44} {:>8} {:>8} {:>12}", "meanwhile", "p50", "p99", "p99 / quiet");
    let mut quiet = None;
    for greed in Greed::ALL {
        let over = CancellationToken::new();
        let tasks = TaskTracker::new();
        greed.begin(&greedy, &ingest, &over, &tasks).await?;
        let mut took = Vec::with_capacity(alerts);
        for number in 0..alerts {
            let title = format!("Which kettle? {greed:?} {number}.");
            let began = Instant::now();
            ingest.store(vec![post(&title)]).await?;
            let query = Query {
                path_prefix: Some("/hook/honest".to_owned()),
                body_contains: Some(title),
                ..Query::default()
            };
            let arrived = receiver.control.wait(&query, 1, PATIENCE).await;
            ensure!(arrived.len() == 1, "an alert was lost");
            took.push(began.elapsed().as_secs_f64() * 1_000.0);
        }
        over.cancel();
        tasks.close();
        tasks.wait().await;
        receiver.control.clear();
        took.sort_by(f64::total_cmp);
        let at = |part: usize| took[(took.len() - 1) * part / 100];
        let quiet = *quiet.get_or_insert(at(99));
        println!(
            "{:<44} {:>5.1} ms {:>5.1} ms {:>12.2}",
            greed.describe(),
            at(50),
            at(99),
            at(99) / quiet,
        );
    }
    stop.cancel();
    Ok(sending.await?)
}

/// A store for pages, as the ingest has it.
#[derive(Clone)]
pub(crate) struct Ingest {
    pub(crate) context: platform::context::Context,
    partitions: std::sync::Arc<Partitions>,
    watches: std::sync::Arc<ActiveWatches>,
}

impl Ingest {
    async fn start(site: &Site) -> anyhow::Result<Self> {
        let context = site.app.context.of(Part::Ingest);
        let watches = ActiveWatches::load(&context.pool).await?;
        Ok(Self {
            context,
            partitions: std::sync::Arc::default(),
            watches: std::sync::Arc::new(watches),
        })
    }

    pub(crate) async fn store(&self, items: Vec<ForumItem>) -> anyhow::Result<()> {
        let Self { context, partitions, watches } = self;
        watches.catch_up(&context.pool).await?;
        let now = context.clock.now();
        store(
            StoreContext { plans: Plans::Off, ..context.into() },
            partitions,
            watches,
            items,
            None,
            now,
        )
        .await?;
        Ok(())
    }
}

/// Returns a new post with this title.
pub(crate) fn post(title: &str) -> ForumItem {
    let id = format!("t3_{}", Uuid::now_v7().simple());
    rows::read_post(&id, title, "")
}

/// A user of the API.
#[derive(Clone)]
pub(crate) struct User {
    client: reqwest::Client,
    base: String,
    token: String,
}

impl User {
    fn new(site: &Site, auth: SessionUser) -> anyhow::Result<Self> {
        Ok(Self {
            client: reqwest::Client::builder().no_proxy().build()?,
            base: format!("http://{}/api", site.address),
            token: site.token(auth)?,
        })
    }

    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<(StatusCode, String)> {
        let url = format!("{}{path}", self.base);
        let mut request = self.client.request(method, url).bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        Ok((answer.status(), answer.text().await?))
    }

    async fn create(&self, path: &str, body: Value) -> anyhow::Result<String> {
        let (status, text) = self.call(Method::POST, path, Some(&body)).await?;
        ensure!(status == StatusCode::CREATED, "{status}: {text}");
        let made: Value = serde_json::from_str(&text)?;
        Ok(made["_id"].as_str().context("no id")?.to_owned())
    }

    pub(crate) async fn add_watch(&self, keyword: &str) -> anyhow::Result<String> {
        let body = json!({"keyword": keyword, "subreddits": ["all"]});
        self.create("/keywords", body).await
    }

    pub(crate) async fn add_webhook(&self, url: &str) -> anyhow::Result<String> {
        let body = json!({"channel": "webhook", "name": "Receiver", "url": url});
        self.create("/endpoints", body).await
    }
}
