//! The command `sims hacker-news`.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::hacker_news::{Config, id_now, start};
use chrono::TimeDelta;

/// A stand-in for Hacker News that speaks its Firebase API.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8070")]
    listen: SocketAddr,
    /// New items per second
    #[arg(long, default_value_t = 0.3)]
    rate: f64,
    /// Number of items that exist at the start
    #[arg(long, default_value_t = 400)]
    backfill: usize,
    /// The id before the first item; by default, the one that an earlier start would have reached by now,
    /// so that a reader finds new items after a restart
    #[arg(long)]
    last_id: Option<u64>,
    /// Seed of the made-up items
    #[arg(long, default_value_t = 11)]
    seed: u64,
    /// Milliseconds for which a new item is null
    #[arg(long, default_value_t = 2_000)]
    null_ms: i64,
    /// Items to play instead: one per line, as in the API, sorted by id
    #[arg(long)]
    replay: Option<PathBuf>,
}

/// Runs the stand-in until the program is terminated.
///
/// # Errors
/// [`start`] fails, or signals cannot be listened for.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let handle = start(Config {
        listen: args.listen,
        last_id: args.last_id.unwrap_or_else(|| id_now(args.rate)),
        rate: args.rate,
        backfill: args.backfill,
        seed: args.seed,
        null_for: TimeDelta::milliseconds(args.null_ms.max(0)),
        replay: args.replay,
        ..Config::default()
    })
    .await?;
    handle.serve("hacker-news").await
}
