//! A stand-in for Hacker News as a program of its own.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::hacker_news::{Config, id_now, start};
use chrono::TimeDelta;

/// A stand-in for Hacker News that speaks its Firebase API.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8070")]
    listen: SocketAddr,
    /// New items a second
    #[arg(long, default_value_t = 0.3)]
    rate: f64,
    /// Items that are there from the start
    #[arg(long, default_value_t = 400)]
    backfill: usize,
    /// The id before the first item; unless given, one that a start in the past would have reached by now,
    /// so that whoever reads on after a restart finds what is new
    #[arg(long)]
    last_id: Option<u64>,
    /// What made-up items grow from
    #[arg(long, default_value_t = 11)]
    seed: u64,
    /// A new item answers null for so many milliseconds
    #[arg(long, default_value_t = 2_000)]
    null_ms: i64,
    /// Items to play instead: one a line, as the API has them, sorted by id
    #[arg(long)]
    replay: Option<PathBuf>,
}

/// Runs a stand-in until the program is asked to end.
///
/// # Errors
/// As [`start`], and when signals cannot be listened for.
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
