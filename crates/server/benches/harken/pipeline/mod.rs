//! Measures items a second from parsed page to committed notifications, compared with a bare insert of the
//! same items and `COPY` of the same notifications and messages, with the time spent by statement: `just bench
//! pipeline`, with the numbers of watches after it (else 0, 1,000 and 100,000). Then the same for each source
//! with recorded items.
//!
//! About six watches match an item, however many there are. The embedded Postgres is in a temporary
//! folder.

mod copy;
mod sources;
mod statements;

use std::time::{Duration, Instant};

use chrono::{DateTime, SubsecRound, Utc};
use db::embedded::Durability;
use db::models::item::ItemKind;
use db::{Address, Pool};
use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use domain::watches::ActiveWatches;
use ingest::store::partitions::Partitions;
use ingest::store::{StoreContext, store};
use matcher::ALL;
use platform::bus::{self, Bus};
use platform::config::Plans;
use platform::sources::ForumItem;
use uuid::Uuid;

use self::copy::copy_again;
use self::sources::{Source, recorded};
use crate::support::watches::Keywords;
use crate::support::{arguments, database, texts};

const PAGE: usize = 100;
const PAGES: usize = 60;
/// Pages stored before measuring, so that caches are filled and the planner knows the tables.
const WARM_UP: usize = 5;
const WATCHES: [usize; 3] = [0, 1_000, 100_000];
/// The number of watches for each source.
const BY_SOURCE: usize = 1_000;

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let mut numbers: Vec<usize> = arguments::numbers().collect();
    if numbers.is_empty() {
        numbers = WATCHES.to_vec();
    }
    numbers.sort_unstable();
    statements::measure()?;
    let (texts, source) = texts::texts(PAGE * PAGES)?;
    let keywords = Keywords::of(&texts);
    println!("pipeline: pages of {PAGE} items, {PAGES} pages a run, items are {source}");
    for durability in [Durability::Full, Durability::None] {
        println!("\ncommits that {}:", waits(durability));
        let (database, _folder) = database::start(durability).await?;
        let measured = measure(database.url(), &texts, &keywords, &numbers).await;
        database.stop().await;
        measured?;
    }
    println!("\nby source, {BY_SOURCE} watches that listen to it, commits that wait for the disk:");
    let (database, _folder) = database::start(Durability::Full).await?;
    let reddit = Source { name: "Reddit", place: ALL, items: texts, reading: Duration::ZERO };
    let mut measured = Ok(());
    for source in std::iter::once(reddit).chain(recorded()?) {
        measured = measure_source(database.url(), &source).await;
        if measured.is_err() {
            break;
        }
    }
    database.stop().await;
    measured
}

fn context<'a>(pool: &'a Pool, bus: &'a dyn Bus) -> StoreContext<'a> {
    let plans = Plans::On;
    StoreContext { pool, plans, bus, asks_second_opinions: false, embeddings: None }
}

async fn measure_source(url: &str, source: &Source) -> anyhow::Result<()> {
    let address = Address::parse(url)?;
    let pool = database::pool(&address);
    let bus = bus::of_database(&address);
    let context = context(&pool, &*bus);
    let partitions = Partitions::default();
    partitions.ensure(&pool, Utc::now()).await?;
    let keywords = Keywords::of(&source.items);
    keywords.add(&pool, 0..BY_SOURCE, source.place).await?;
    let live = ActiveWatches::load(&pool).await?;
    let mut store = async |items, now| {
        let stored = store(context, &partitions, &live, items, None, now).await?;
        Ok(stored.notifications)
    };
    let warm = format!("warm {}", source.name);
    read_pages(&source.items, WARM_UP, &warm, &mut store).await?;
    let stored = read_pages(&source.items, PAGES, source.name, &mut store).await?;
    report(source.name, &stored, None);
    let count = source.items.len().max(1);
    let chars = source.items.iter().map(|item| item.title.len() + item.body.len());
    println!(
        "    {count} items of {} bytes; making one of what the source says takes {:.1} µs",
        chars.sum::<usize>() / count,
        source.reading.as_secs_f64() * 1e6 / count as f64
    );
    Ok(())
}

async fn measure(
    url: &str,
    texts: &[ForumItem],
    keywords: &Keywords,
    numbers: &[usize],
) -> anyhow::Result<()> {
    let address = Address::parse(url)?;
    let pool = database::pool(&address);
    let bus = bus::of_database(&address);
    let context = context(&pool, &*bus);
    let partitions = Partitions::default();
    partitions.ensure(&pool, Utc::now()).await?;
    // As after some hours: the planner would keep its best plan for an empty table for a while.
    let keys = "INSERT INTO item_keys (forum_id, item_id, seen_at)
                SELECT 'before-' || n, gen_random_uuid(), now() FROM generate_series(1, 200000) AS n";
    pool.get().await?.batch_execute(keys).await?;
    let mut insert = async |items, now| insert_bare(&pool, items, now).await;
    read_pages(&texts[..PAGE * WARM_UP], WARM_UP, "warm", &mut insert).await?;
    let bare = read_pages(texts, PAGES, "bare", &mut insert).await?;
    report("bare insert", &bare, None);
    let mut there = 0;
    for &number in numbers {
        keywords.add(&pool, there..number, ALL).await?;
        there = number;
        let live = ActiveWatches::load(&pool).await?;
        let name = format!("{number} watches");
        let mut store = async |items, now| {
            let stored = store(context, &partitions, &live, items, None, now).await?;
            Ok(stored.notifications)
        };
        let warm = format!("warm {number}");
        read_pages(&texts[..PAGE * WARM_UP], WARM_UP, &warm, &mut store).await?;
        // Neither may run inside a transaction, which two statements in one call would be. `COPY` begins after
        // a checkpoint too.
        for statement in ["VACUUM ANALYZE", "CHECKPOINT"] {
            pool.get().await?.batch_execute(statement).await?;
        }
        statements::forget();
        let measured = read_pages(texts, PAGES, &name, &mut store).await?;
        report(&name, &measured, Some(&bare));
        statements::print(PAGES);
        if measured.notifications > 0 {
            let copied = copy_again(url, &measured.moments).await?;
            let (own, floor) = (median(&measured.pages), median(&sorted(copied.pages)));
            println!(
                "    COPY of what a page wrote beside its items: median {:.2} ms; the pipeline writes \
                 at {:.2} x the rate of COPY",
                floor * 1_000.0,
                floor / own,
            );
            for (table, seconds) in copied.tables {
                println!("      {:>8.2} ms         COPY {table}", seconds * 1_000.0 / PAGES as f64);
            }
        }
    }
    Ok(())
}

struct Measured {
    /// Seconds per page, sorted.
    pages: Vec<f64>,
    /// The time at which each page was seen.
    moments: Vec<DateTime<Utc>>,
    notifications: usize,
}

async fn read_pages(
    texts: &[ForumItem],
    pages: usize,
    name: &str,
    store: &mut impl AsyncFnMut(Vec<ForumItem>, DateTime<Utc>) -> anyhow::Result<usize>,
) -> anyhow::Result<Measured> {
    let (mut seconds, mut moments, mut notifications) = (Vec::new(), Vec::new(), 0);
    for (number, page) in texts.chunks(PAGE).cycle().take(pages).enumerate() {
        let items = page.iter().enumerate().map(|(n, item)| ForumItem {
            forum_id: format!("{name}-{number}-{n}"),
            thread_id: format!("{name}-{number}-{n}"),
            // Old items alert nobody.
            created_at: Utc::now(),
            ..item.clone()
        });
        let items: Vec<ForumItem> = items.collect();
        // With the precision of the database.
        let now = Utc::now().trunc_subsecs(6);
        let began = Instant::now();
        notifications += store(items, now).await?;
        seconds.push(began.elapsed().as_secs_f64());
        moments.push(now);
    }
    Ok(Measured { pages: sorted(seconds), moments, notifications })
}

fn sorted(mut seconds: Vec<f64>) -> Vec<f64> {
    seconds.sort_by(f64::total_cmp);
    seconds
}

fn median(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}

fn report(name: &str, measured: &Measured, bare: Option<&Measured>) {
    let page = median(&measured.pages);
    let ratio = bare.map_or(String::new(), |bare| {
        format!(", {:.2} x the bare insert", page / median(&bare.pages))
    });
    println!(
        "  {name:<16} {:>8.0} items/s (median page {:.2} ms{ratio}), {:.0} notifications a page",
        PAGE as f64 / page,
        page * 1_000.0,
        measured.notifications as f64 / PAGES as f64
    );
}

fn waits(durability: Durability) -> &'static str {
    match durability {
        Durability::Full => "wait for the disk",
        Durability::None => "do not wait for the disk",
    }
}

/// Inserts the bare items, as a lower bound: one statement, no keys, no matching.
async fn insert_bare(
    pool: &Pool,
    items: Vec<ForumItem>,
    now: DateTime<Utc>,
) -> anyhow::Result<usize> {
    let mut conn = pool.get().await?;
    let texts = |field: fn(&ForumItem) -> &str| items.iter().map(field).collect::<Vec<_>>();
    diesel::sql_query(
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at)
         SELECT id, $2, forum_id, kind, subreddit, author, title, body, url, $2
         FROM unnest($1, $3, $4, $5, $6, $7, $8, $9)
             AS batch (id, forum_id, kind, subreddit, author, title, body, url)",
    )
    .bind::<Array<SqlUuid>, _>(items.iter().map(|_| Uuid::now_v7()).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Text>, _>(texts(|i| &i.forum_id))
    .bind::<Array<Text>, _>(items.iter().map(|i| ItemKind::from(i.kind)).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(texts(|i| &i.subreddit))
    .bind::<Array<Text>, _>(texts(|i| &i.author))
    .bind::<Array<Text>, _>(texts(|i| &i.title))
    .bind::<Array<Text>, _>(texts(|i| &i.body))
    .bind::<Array<Text>, _>(texts(|i| &i.url))
    .execute(&mut conn)
    .await?;
    Ok(0)
}
