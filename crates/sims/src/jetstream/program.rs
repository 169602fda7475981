//! A stand-in for Bluesky's Jetstream as a program of its own.

use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::TimeDelta;

use crate::jetstream::{Config, start};

/// A stand-in for Bluesky's Jetstream that speaks its WebSocket protocol.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8071")]
    listen: SocketAddr,
    /// New posts a second, or lines of the replay
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// Posts, or lines of the replay, that are spread over the last 24 hours from the start
    #[arg(long, default_value_t = 400)]
    backfill: usize,
    /// How far back a cursor can reach, in hours
    #[arg(long, default_value_t = 36)]
    window_hours: u16,
    /// What made-up posts grow from
    #[arg(long, default_value_t = 11)]
    seed: u64,
    /// Events to play instead: one a line, as Jetstream has them
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
