//! A stand-in for an instance of Lemmy as a program of its own.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::lemmy::{Config, start};

/// A stand-in for an instance of Lemmy that speaks version 3 of its API.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8072")]
    listen: SocketAddr,
    /// What the instance is called
    #[arg(long, default_value = "lemmy.example")]
    host: String,
    /// New items a second
    #[arg(long, default_value_t = 0.2)]
    rate: f64,
    /// Items that are there from the start
    #[arg(long, default_value_t = 300)]
    backfill: usize,
    /// What made-up items grow from
    #[arg(long, default_value_t = 17)]
    seed: u64,
    /// Items to play instead: one a line, views of posts and comments as the API has them
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
