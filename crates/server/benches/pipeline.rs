//! Items a second from parsed page to committed notifications, beside a bare insert of the same
//! items.
//!
//! `cargo bench -p harken --bench pipeline`. Uses real discussions when they are there, else
//! made-up ones, and an embedded Postgres in a temporary folder.

mod database;

use std::collections::BTreeSet;
use std::time::Instant;

use chrono::Utc;
use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use harken::config::{DatabaseConfig, Plans};
use harken::db::embedded::Durability;
use harken::db::models::item::ItemKind;
use harken::db::{Address, Pool, connect};
use harken::forum::ForumItem;
use harken::ingest::partitions::Partitions;
use harken::ingest::store::store;
use harken::watches::ActiveWatches;
use matcher::Kind;
use uuid::Uuid;

const PAGE: usize = 100;
const PAGES: usize = 60;
const USERS: usize = 200;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let (texts, source) = texts()?;
    println!("pipeline: pages of {PAGE} items, {PAGES} pages a run, items are {source}");
    for durability in [Durability::Full, Durability::None] {
        let (database, _folder) = database::start(durability).await?;
        let config = DatabaseConfig {
            pool_size: 4,
            ..DatabaseConfig::default()
        };
        let pool = connect(&Address::parse(database.url())?, &config).await?;
        let partitions = Partitions::default();
        partitions.ensure(&pool, Utc::now()).await?;

        let bare = run(&texts, "bare", async |items| {
            insert_bare(&pool, &items).await?;
            Ok(0)
        })
        .await?;
        println!("\ncommits that {}:", waits(durability));
        report("bare insert", &bare, None);
        let mut stored_watches = 0;
        for watches in [0, 1_000, 100_000] {
            add_watches(&pool, &texts, stored_watches, watches).await?;
            stored_watches = watches;
            let live = ActiveWatches::load(&pool).await?;
            let name = format!("{watches} watches");
            let measured = run(&texts, &name, async |items| {
                let now = Utc::now();
                let stored = store(&pool, &partitions, Plans::On, &live, items, None, now).await?;
                Ok(stored.notifications)
            })
            .await?;
            report(&name, &measured, Some(&bare));
        }
        drop(pool);
        database.stop().await;
    }
    Ok(())
}

struct Measured {
    /// Seconds a page, sorted.
    pages: Vec<f64>,
    notifications: usize,
}

async fn run(
    texts: &[ForumItem],
    name: &str,
    mut store: impl AsyncFnMut(Vec<ForumItem>) -> anyhow::Result<usize>,
) -> anyhow::Result<Measured> {
    let mut measured = Measured {
        pages: Vec::new(),
        notifications: 0,
    };
    for (number, page) in texts.chunks(PAGE).cycle().take(PAGES).enumerate() {
        let items = page.iter().enumerate().map(|(n, item)| ForumItem {
            forum_id: format!("{name}-{number}-{n}"),
            ..item.clone()
        });
        let items: Vec<ForumItem> = items.collect();
        let began = Instant::now();
        measured.notifications += store(items).await?;
        measured.pages.push(began.elapsed().as_secs_f64());
    }
    measured.pages.sort_by(f64::total_cmp);
    Ok(measured)
}

fn median(measured: &Measured) -> f64 {
    measured.pages[measured.pages.len() / 2]
}

fn report(name: &str, measured: &Measured, bare: Option<&Measured>) {
    let page = median(measured);
    let ratio = bare.map_or(String::new(), |bare| {
        format!(", {:.2} x the time of the bare insert", page / median(bare))
    });
    println!(
        "  {name:<16} {:>8.0} items/s (median page {:.2} ms{ratio}), {} notifications",
        PAGE as f64 / page,
        page * 1_000.0,
        measured.notifications
    );
}

fn waits(durability: Durability) -> &'static str {
    match durability {
        Durability::Full => "wait for the disk",
        Durability::None => "do not wait for the disk",
    }
}

/// The floor: one statement, no keys, no matching.
async fn insert_bare(pool: &Pool, items: &[ForumItem]) -> anyhow::Result<()> {
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
    .bind::<Timestamptz, _>(Utc::now())
    .bind::<Array<Text>, _>(texts(|i| &i.forum_id))
    .bind::<Array<Text>, _>(
        items
            .iter()
            .map(|i| ItemKind::from(i.kind))
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Text>, _>(texts(|i| &i.subreddit))
    .bind::<Array<Text>, _>(texts(|i| &i.author))
    .bind::<Array<Text>, _>(texts(|i| &i.title))
    .bind::<Array<Text>, _>(texts(|i| &i.body))
    .bind::<Array<Text>, _>(texts(|i| &i.url))
    .execute(&mut conn)
    .await?;
    Ok(())
}

/// ActiveWatches for the texts' own words, rare ones first, and for words that are nowhere once those run
/// out: most watches match seldom.
async fn add_watches(
    pool: &Pool,
    texts: &[ForumItem],
    from: usize,
    to: usize,
) -> anyhow::Result<()> {
    let words: BTreeSet<String> = texts
        .iter()
        .flat_map(|item| item.title.split_whitespace())
        .map(str::to_lowercase)
        .filter(|word| (8..=40).contains(&word.len()) && word.chars().all(char::is_alphabetic))
        .collect();
    let words: Vec<String> = words.into_iter().step_by(2).collect();
    let keyword = |n: usize| match words.get(n) {
        Some(word) => word.clone(),
        None => format!("{} no {n}", words[n % words.len()]),
    };
    let mut conn = pool.get().await?;
    diesel::sql_query(
        "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
         SELECT gen_random_uuid(), 'user' || n || '@example.com', '', 'A', 'B', now()
         FROM generate_series(1, $1) AS n ON CONFLICT DO NOTHING",
    )
    .bind::<diesel::sql_types::Integer, _>(USERS as i32)
    .execute(&mut conn)
    .await?;
    for chunk in (from..to).collect::<Vec<_>>().chunks(10_000) {
        diesel::sql_query(
            "INSERT INTO watches (id, user_id, keyword, subreddits)
             SELECT gen_random_uuid(), u.id, k.keyword, '{all}'
             FROM unnest($1) WITH ORDINALITY AS k (keyword, n)
             JOIN (SELECT id, row_number() OVER (ORDER BY email) AS n FROM users) u
                 ON u.n = k.n % (SELECT count(*) FROM users) + 1",
        )
        .bind::<Array<Text>, _>(chunk.iter().map(|n| keyword(*n)).collect::<Vec<_>>())
        .execute(&mut conn)
        .await?;
    }
    Ok(())
}

fn texts() -> anyhow::Result<(Vec<ForumItem>, &'static str)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/reddit/items.ndjson"
    );
    let made = |n: usize, kind, subreddit: &str, title: &str, body: &str| ForumItem {
        forum_id: n.to_string(),
        thread_id: n.to_string(),
        kind,
        subreddit: subreddit.to_owned(),
        author: "somebody".to_owned(),
        title: title.to_owned(),
        body: body.to_owned(),
        url: format!("https://forum.example/{n}"),
        score: 1,
        num_comments: 0,
        created_at: Utc::now(),
        pinned: false,
        crosspost_parent: String::new(),
        is_gone: false,
        flair: String::new(),
        link: String::new(),
    };
    let Ok(lines) = std::fs::read_to_string(path) else {
        let words = [
            "gardening",
            "keyboards",
            "telescope",
            "espresso",
            "bicycles",
            "notebooks",
        ];
        let text = |n: usize, most: usize| -> String {
            let word =
                |m: usize| format!("{}{}", words[(n + m) % words.len()], "s".repeat(n * m % 3));
            (0..most).map(word).collect::<Vec<_>>().join(" ")
        };
        let items =
            (0..PAGE * PAGES).map(|n| made(n, Kind::Post, "tea", &text(n, 8), &text(n, 60)));
        return Ok((items.collect(), "made up"));
    };
    let mut items = Vec::new();
    for (n, line) in lines.lines().take(PAGE * PAGES).enumerate() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        let text = |field: &str| line[field].as_str().unwrap_or_default().replace('\0', "");
        let kind = match line["kind"].as_str() {
            Some("comment") => Kind::Comment,
            _ => Kind::Post,
        };
        items.push(made(
            n,
            kind,
            &text("subreddit"),
            &text("title"),
            &text("body"),
        ));
    }
    Ok((items, "recorded discussions"))
}
