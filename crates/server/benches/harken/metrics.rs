//! Measures the cost of a scrape while 100,000 watches are matched and the outbox has a backlog, and
//! the cost of recording to the pipeline: `just bench metrics`, with another number of watches after
//! it.
//!
//! A scrape is cold when the process's cached answer of the database is too old, and warm otherwise.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use api::app::App;
use chrono::{SubsecRound, Utc};
use db::Address;
use db::embedded::{Durability, Embedded};
use diesel_async::SimpleAsyncConnection;
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::{Metrics, Source};
use foundation::telemetry::traces;
use harken::metrics_server::{self, Streams};
use ingest::store::partitions::Partitions;
use ingest::store::store;
use matcher::ALL;
use platform::config::{Config, Sources};
use platform::sources::ForumItem;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::support::watches::Keywords;
use crate::support::{arguments, database, texts};

const WATCHES: usize = 100_000;
const PAGE: usize = 100;
/// The number of pages, in pairs of one with recording and one without.
const PAGES: usize = 400;
const WARM_UP: usize = 20;
const COLD: usize = 200;
const WARM: usize = 1_000;
const RECORDED: u32 = 100_000;

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let number = arguments::number();
    let (database, folder) = database::start(Durability::Full).await?;
    let folder = folder.path().to_owned();
    let measured = measure(&database, folder, number.unwrap_or(WATCHES)).await;
    database.stop().await;
    measured
}

async fn measure(database: &Embedded, data_dir: PathBuf, number: usize) -> anyhow::Result<()> {
    let mut config = Config::load(&Sources {
        flags: vec![
            "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
            "forum.client_id=harken".to_owned(),
            "forum.client_secret=secret".to_owned(),
            "forum.user_agent=linux:harken.bench:0.1 (by /u/harken)".to_owned(),
        ],
        ..Sources::default()
    })?;
    config.data_dir = data_dir;
    let app = harken::run::build_app(config, &Address::parse(database.url())?).await?;
    let (items, source) = texts::texts(PAGE * 60)?;
    Keywords::of(&items).add(&app.pool, 0..number, ALL).await?;
    recording(&app, &items, source).await?;
    fill(&app).await?;
    for source in
        [Source::Reddit, Source::HackerNews, Source::Bluesky, Source::Lemmy, Source::Feeds]
    {
        app.metrics.reads(source);
        app.metrics.matched(source, PAGE, Duration::from_millis(2));
        app.metrics.stored(source, PAGE, 6, Duration::from_millis(9));
    }
    for channel in ["mail", "push", "webhook", "slack", "discord", "telegram", "ntfy"] {
        for outcome in ["sent", "skipped", "retry", "dead"] {
            app.metrics.attempted(channel, outcome, Duration::from_millis(80));
        }
    }
    println!(
        "\n{number} watches; 500,000 messages sent, 120,000 due, 100,000 later; 1,000,000 items"
    );
    // Planned and read once, as after the start.
    let first = Listener::open(&app).await?;
    first.scrape().await?;
    let mut cold = Vec::with_capacity(COLD);
    for _ in 0..COLD {
        // A new listener has no cached answer yet.
        let listener = Listener::open(&app).await?;
        cold.push(listener.scrape().await?.0);
    }
    let mut warm = Vec::with_capacity(WARM);
    for _ in 0..WARM {
        warm.push(first.scrape().await?.0);
    }
    let (_, bytes) = first.scrape().await?;
    report("cold", &mut cold);
    report("warm", &mut warm);
    println!("  {bytes} bytes");
    Ok(())
}

/// A metrics listener of a process.
struct Listener {
    url: String,
    client: reqwest::Client,
    stop: CancellationToken,
}

impl Listener {
    async fn open(app: &App) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let streams =
            Streams { notifications: app.live.clone(), insights: app.insights.streams.clone() };
        let stop = CancellationToken::new();
        let context = app.context.clone();
        tokio::spawn(metrics_server::serve(listener, context, streams, stop.clone()));
        let client = reqwest::Client::builder().no_proxy().build()?;
        // Opens the connection.
        client.get(format!("{url}/livez")).send().await?.bytes().await?;
        Ok(Self { url, client, stop })
    }

    async fn scrape(&self) -> anyhow::Result<(Duration, usize)> {
        let began = Instant::now();
        let answer = self.client.get(format!("{}/metrics", self.url)).send();
        let text = answer.await?.error_for_status()?.text().await?;
        let took = began.elapsed();
        anyhow::ensure!(text.contains("harken_database_up 1\n"), "{text}");
        Ok((took, text.len()))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

fn report(name: &str, took: &mut [Duration]) {
    took.sort_unstable();
    let at = |share: f64| took[(took.len() as f64 * share) as usize].as_secs_f64() * 1_000.0;
    let (median, p95) = (at(0.5), at(0.95));
    println!("  {name}: median {median:.2} ms, p95 {p95:.2} ms of {}", took.len());
}

/// Adds an outbox with a history and a backlog, items to check, listings and their gaps.
async fn fill(app: &App) -> anyhow::Result<()> {
    let mut conn = app.conn().await?;
    for statement in [
        "INSERT INTO outbox (id, channel, kind, user_id, subject_id, status, due_at, created_at, finished_at)
         SELECT gen_random_uuid(), 'mail', 'match', u.id, gen_random_uuid(), 'sent', at, at, at
         FROM generate_series(1, 500000) AS n
         CROSS JOIN LATERAL (SELECT now() - n * interval '10 seconds' AS at) AS moment
         JOIN (SELECT id, row_number() OVER () - 1 AS place FROM users) AS u
             ON u.place = n % (SELECT count(*) FROM users)",
        "INSERT INTO outbox (id, channel, kind, user_id, subject_id, endpoint_id, due_at, created_at)
         SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'mail' ELSE 'webhook' END,
                CASE WHEN n % 10 = 0 THEN 'digest' ELSE 'match' END, e.user_id, gen_random_uuid(),
                CASE WHEN n % 2 = 1 THEN e.id END,
                now() + (n - 120000) * interval '0.1 seconds', now()
         FROM generate_series(1, 220000) AS n
         JOIN (SELECT id, user_id, row_number() OVER () - 1 AS place FROM endpoints) AS e
             ON e.place = n % (SELECT count(*) FROM endpoints)",
        "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
         SELECT (ARRAY['t3_', 'hn:', 'bsky:', 'lemmy:'])[n % 4 + 1] || 'there-' || n, gen_random_uuid(),
                now() - n * interval '5 seconds', now() + (n - 2000) * interval '0.1 seconds'
         FROM generate_series(1, 1000000) AS n",
        "INSERT INTO poll_state (listing, next_poll_at, names, planned, interval_ms, known_ids)
         SELECT 'posts:' || n, now(), names, names, 10000, names
         FROM generate_series(1, 200) AS n,
              (SELECT array_agg('subreddit' || m) AS names FROM generate_series(1, 100) AS m) AS list",
        "INSERT INTO coverage_gaps (id, listing, started_at, ended_at, reason)
         SELECT gen_random_uuid(), 'posts:rust', now() - n * interval '10 seconds',
                now() - n * interval '10 seconds', 'bench'
         FROM generate_series(1, 20000) AS n",
        "VACUUM ANALYZE",
        "CHECKPOINT",
    ] {
        conn.batch_execute(statement).await?;
    }
    Ok(())
}

/// Stores pages alternately with and without what a process records of them.
async fn recording(app: &App, items: &[ForumItem], source: &str) -> anyhow::Result<()> {
    let partitions = Partitions::default();
    partitions.ensure(&app.pool, Utc::now()).await?;
    let live = ActiveWatches::load(&app.pool).await?;
    let (mut with, mut without) = (Vec::new(), Vec::new());
    let pages = items.chunks_exact(PAGE).cycle().take(WARM_UP + PAGES);
    for (number, page) in pages.enumerate() {
        let page = page.iter().enumerate().map(|(place, item)| ForumItem {
            forum_id: format!("page-{number}-{place}"),
            thread_id: format!("page-{number}-{place}"),
            created_at: Utc::now(),
            ..item.clone()
        });
        let page: Vec<ForumItem> = page.collect();
        let now = Utc::now().trunc_subsecs(6);
        let began = Instant::now();
        let is_recorded = number % 2 == 0;
        let context = (&app.context).into();
        let storing = store(context, &partitions, &live, page, None, now);
        if is_recorded {
            let span = traces::store(Source::Reddit, PAGE);
            let stored = storing.instrument(span).await?;
            let took = began.elapsed();
            let notifications = stored.notifications;
            app.metrics.polled(Source::Reddit, true);
            app.metrics.stored(Source::Reddit, stored.new_items, notifications, took);
            app.metrics.matched(Source::Reddit, stored.searched, stored.match_time);
        } else {
            storing.await?;
        }
        if number >= WARM_UP {
            let list = if is_recorded { &mut with } else { &mut without };
            list.push(began.elapsed());
        }
    }
    let median = |list: &mut Vec<Duration>| {
        list.sort_unstable();
        list[list.len() / 2].as_secs_f64() * 1_000.0
    };
    let (with, without) = (median(&mut with), median(&mut without));
    println!("pages of {PAGE} items, by turns, items are {source}");
    println!("  with recording {with:.2} ms, without {without:.2} ms: {:.3} x", with / without);
    let metrics = Metrics::default();
    let began = Instant::now();
    for _ in 0..RECORDED {
        metrics.polled(Source::Reddit, true);
        metrics.stored(Source::Reddit, PAGE, 6, Duration::from_millis(9));
        metrics.matched(Source::Reddit, PAGE, Duration::from_millis(2));
    }
    let each = began.elapsed().as_secs_f64() / f64::from(RECORDED);
    println!(
        "  recording by itself: {:.2} µs a page, {:.4} % of it",
        each * 1e6,
        each * 1e5 / without
    );
    Ok(())
}
