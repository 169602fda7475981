//! The command `sims jetstream`.

use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::TimeDelta;

use crate::jetstream::{Config, start};

/// A stand-in for Bluesky's Jetstream that speaks its WebSocket protocol.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8071")]
    listen: SocketAddr,
    /// New posts, or lines of the replay, per second
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// Number of posts, or lines of the replay, that are spread over the 24 hours before the start
    #[arg(long, default_value_t = 400)]
    backfill: usize,
    /// How far back a cursor can reach, in hours
    #[arg(long, default_value_t = 36)]
    window_hours: u16,
    /// Seed of the made-up posts
    #[arg(long, default_value_t = 11)]
    seed: u64,
    /// Events to play instead: one per line, as Jetstream sends them
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
        rate: args.rate,
        backfill: args.backfill,
        window: TimeDelta::hours(args.window_hours.into()),
        seed: args.seed,
        replay: args.replay,
        ..Config::default()
    })
    .await?;
    handle.serve("jetstream").await
}
