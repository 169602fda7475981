//! The command `sims lemmy`.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::lemmy::{Config, start};

/// A stand-in for an instance of Lemmy that speaks version 3 of its API.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8072")]
    listen: SocketAddr,
    /// Name of the instance
    #[arg(long, default_value = "lemmy.example")]
    host: String,
    /// New items per second
    #[arg(long, default_value_t = 0.2)]
    rate: f64,
    /// Number of items that exist at the start
    #[arg(long, default_value_t = 300)]
    backfill: usize,
    /// Seed of the made-up items
    #[arg(long, default_value_t = 17)]
    seed: u64,
    /// Items to play instead: one per line, views of posts and comments as in the API
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
        host: args.host,
        rate: args.rate,
        backfill: args.backfill,
        seed: args.seed,
        replay: args.replay,
        ..Config::default()
    })
    .await?;
    handle.serve("lemmy").await
}
