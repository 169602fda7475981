//! `lemmy-sim`: a stand-in for an instance of Lemmy as a program of its own.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use lemmy_sim::{Config, start};
use sim_kit::until_terminated;

/// A stand-in for an instance of Lemmy that speaks version 3 of its API.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
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

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
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
    until_terminated(&format!("lemmy-sim is ready at {}", handle.base_url())).await?;
    handle.stop().await;
    Ok(())
}
