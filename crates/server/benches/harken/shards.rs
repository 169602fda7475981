//! Measures the cost of passing items on over NATS on one machine: items a second from parsed page to
//! committed notifications, for one process that matches what it reads, and for a reader with one and
//! with three shards. Then the memory that all watches and a third of them take: `just bench shards`,
//! with the number of watches after it (else 100,000).
//!
//! The items, the keywords and Postgres are those of `just bench pipeline`. NATS is one server that
//! writes each message to its disk before it acknowledges it.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use api::app::App;
use chrono::{SubsecRound, Utc};
use db::Address;
use db::embedded::Durability;
use db::models::match_shard::MatchShard;
use diesel_async::SimpleAsyncConnection;
use domain::watches::{ActiveWatches, Share};
use ingest::shards::pass_on::pass_on;
use ingest::shards::{ShardReader, claim};
use ingest::store::partitions::Partitions;
use ingest::store::store;
use matcher::ALL;
use platform::bus;
use platform::config::{Config, Sources};
use platform::sources::ForumItem;
use uuid::Uuid;

use crate::support::nats::Nats;
use crate::support::watches::Keywords;
use crate::support::{arguments, database, texts};

const PAGE: usize = 100;
const PAGES: usize = 60;
/// Pages stored before measuring, to fill the caches.
const WARM_UP: usize = 5;
const WATCHES: usize = 100_000;
/// The variable that makes this program load a share of the watches of the named database, and print
/// how much memory that takes.
const LOADS: &str = "BENCH_LOADS";

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    if let Ok(url) = std::env::var(LOADS) {
        return print_memory(&url).await;
    }
    let number = arguments::number();
    let number: usize = number.unwrap_or(WATCHES);
    let (texts, source) = texts::texts(PAGE * PAGES)?;
    let keywords = Keywords::of(&texts);
    println!("{number} watches, {PAGES} pages of {PAGE} items, items are {source}");
    let mut single = 0.0;
    for shards in [0, 1, 3] {
        let (database, folder) = database::start(Durability::Full).await?;
        let address = Address::parse(database.url())?;
        let pool = database::pool(&address);
        keywords.add(&pool, 0..number, ALL).await?;
        for statement in ["VACUUM ANALYZE", "CHECKPOINT"] {
            pool.get().await?.batch_execute(statement).await?;
        }
        drop(pool);
        let nats = Nats::start_keeping().await;
        let mut flags = nats.settings();
        flags.push("mail.backend=off".to_owned());
        flags.push("auth.secret=a-secret-for-benchmarks-of-enough-length".to_owned());
        let mut config = Config::load(&Sources { flags, ..Sources::default() })?;
        config.data_dir = folder.path().to_owned();
        let bus = bus::connect(&config.bus, &address).await?;
        let app = harken::run::build_app_on(bus, config, &address).await?;
        let rate = match shards {
            0 => in_one_process(&app, &texts).await?,
            _ => by_shards(&app, &texts, shards).await?,
        };
        let name = match shards {
            0 => "one process that matches",
            1 => "over NATS, one shard",
            _ => "over NATS, three shards",
        };
        if shards == 0 {
            single = rate;
        }
        println!("  {name:<26} {rate:>7.0} items/s, {:.2} x", rate / single);
        if shards == 3 {
            compare_memory(database.url()).await?;
        }
        drop(app);
        database.stop().await;
    }
    Ok(())
}

fn page(texts: &[ForumItem], name: &str, number: usize) -> Vec<ForumItem> {
    let of = texts.chunks(PAGE).cycle().nth(number).unwrap_or_default();
    let items = of.iter().enumerate().map(|(n, item)| ForumItem {
        forum_id: format!("{name}-{number}-{n}"),
        thread_id: format!("{name}-{number}-{n}"),
        // Old items alert nobody.
        created_at: Utc::now(),
        ..item.clone()
    });
    items.collect()
}

async fn in_one_process(app: &App, texts: &[ForumItem]) -> anyhow::Result<f64> {
    let watches = ActiveWatches::load(&app.pool).await?;
    let partitions = Partitions::default();
    let run = async |name: &str, pages| {
        let began = Instant::now();
        let mut matches = 0;
        for number in 0..pages {
            let (items, now) = (page(texts, name, number), Utc::now().trunc_subsecs(6));
            let context = (&app.context).into();
            matches += store(context, &partitions, &watches, items, None, now).await?.notifications;
        }
        anyhow::ensure!(matches > 0, "nothing matches");
        anyhow::Ok((pages * PAGE) as f64 / began.elapsed().as_secs_f64())
    };
    run("warm", WARM_UP).await?;
    run("measured", PAGES).await
}

async fn by_shards(app: &App, texts: &[ForumItem], shards: i32) -> anyhow::Result<f64> {
    let log = app.bus.items().context("no log")?;
    log.open().await?;
    MatchShard::divide(shards, &mut *app.conn().await?).await?;
    let names = ActiveWatches::load_share(Share::Names, &app.pool).await?;
    let partitions = Partitions::default();
    // All are claimed before any is loaded: leases are short, and are not renewed here.
    let mut held = Vec::new();
    for _ in 0..shards {
        held.push(claim(app, Uuid::now_v7()).await?.context("no shard is free")?);
    }
    let mut readers = Vec::new();
    for claimed in held {
        let share = Share::Shard { shard: claimed.shard, of: shards };
        let watches = Arc::new(ActiveWatches::load_share(share, &app.pool).await?);
        let bluesky = app.sources.bluesky.clone();
        readers.push(ShardReader::new(app, bluesky, watches, claimed)?);
    }
    let mut run = async |name: &str, pages| {
        let began = Instant::now();
        let passing = async {
            for number in 0..pages {
                let (items, now) = (page(texts, name, number), Utc::now().trunc_subsecs(6));
                pass_on(&app.pool, log, &partitions, &names, items, None, now).await?;
            }
            anyhow::Ok(())
        };
        // Pages of long texts are several batches, so only the log knows where the run ends.
        let done = tokio::sync::watch::channel(None).0;
        let matching = readers.iter_mut().map(|reader| {
            let mut last = done.subscribe();
            async move {
                loop {
                    let position = reader.position();
                    let is_over = |last: &Option<i64>| last.is_some_and(|last| position >= last);
                    tokio::select! {
                        biased;
                        // Only a step that waits for a batch that never comes may be dropped.
                        Ok(_) = last.wait_for(is_over) => return anyhow::Ok(()),
                        stepped = reader.step() => anyhow::ensure!(stepped?, "another has the shard"),
                    }
                }
            }
        });
        let matching = futures::future::try_join_all(matching);
        let passing = async {
            passing.await?;
            let last = i64::try_from(log.state().await?.last)?;
            done.send_replace(Some(last));
            anyhow::Ok(())
        };
        futures::try_join!(passing, matching)?;
        anyhow::Ok((pages * PAGE) as f64 / began.elapsed().as_secs_f64())
    };
    run("warm", WARM_UP).await?;
    run("measured", PAGES).await
}

async fn compare_memory(url: &str) -> anyhow::Result<()> {
    let mut all = 0.0;
    for part in ["names", "all", "third"] {
        let program = std::env::current_exe()?;
        let mut command = tokio::process::Command::new(program);
        let output = command.arg("shards").env(LOADS, url).env("BENCH_PART", part).output().await?;
        let text = String::from_utf8(output.stdout)?;
        let (mb, most) = text.trim().split_once(' ').context("it has failed")?;
        let (mb, most): (f64, f64) = (mb.parse()?, most.parse()?);
        let (name, ratio) = match part {
            "names" => ("the names alone, to read", String::new()),
            "all" => ("all watches", String::new()),
            _ => ("one of three shards", format!(", {:.2} x", mb / all)),
        };
        if part == "all" {
            all = mb;
        }
        println!("  {name:<26} {mb:>7.0} MB, {most:.0} MB at most while they are loaded{ratio}");
    }
    Ok(())
}

/// Prints how much more memory is resident, in megabytes, once the share is loaded, and the peak while
/// it was loaded.
async fn print_memory(url: &str) -> anyhow::Result<()> {
    let share = match std::env::var("BENCH_PART").as_deref() {
        Ok("names") => Share::Names,
        Ok("third") => Share::Shard { shard: 0, of: 3 },
        _ => Share::All,
    };
    let pool = database::pool(&Address::parse(url)?);
    drop(pool.get().await?);
    let before = resident_mb("VmRSS:")?;
    let watches = ActiveWatches::load_share(share, &pool).await?;
    let most = resident_mb("VmHWM:")? - before;
    println!("{} {most}", resident_mb("VmRSS:")? - before);
    drop(watches);
    Ok(())
}

fn resident_mb(field: &str) -> anyhow::Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kb = line.and_then(|line| line.split_whitespace().next());
    Ok(kb.context("no such field")?.parse::<f64>()? / 1024.0)
}
