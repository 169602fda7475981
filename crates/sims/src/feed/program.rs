//! The command `sims feed`.

use std::net::{IpAddr, SocketAddr};

use crate::feed::{Config, start};

/// A stand-in for servers of feeds.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8072")]
    listen: SocketAddr,
    /// Another address to listen on, at the same port; may be repeated
    #[arg(long = "host")]
    hosts: Vec<IpAddr>,
    /// Number of feeds with made-up entries
    #[arg(long, default_value_t = 40)]
    feeds: usize,
    /// New entries per hour in the first feed; the n-th feed gets an n-th of that
    #[arg(long, default_value_t = 12.0)]
    entries_an_hour: f64,
    /// Number of entries in a feed; the oldest ones are dropped
    #[arg(long, default_value_t = 20)]
    keep: usize,
    /// Seed of the made-up entries
    #[arg(long, default_value_t = 11)]
    seed: u64,
}

/// Runs the stand-in until the program is terminated.
///
/// # Errors
/// [`start`] fails, or signals cannot be listened for.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let handle = start(Config {
        listen: args.listen,
        hosts: args.hosts,
        seed: args.seed,
        feeds: args.feeds,
        entries_an_hour: args.entries_an_hour,
        keep: args.keep,
    })
    .await?;
    handle.serve("feed").await
}
