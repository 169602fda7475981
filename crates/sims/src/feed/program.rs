//! A stand-in for servers of feeds as a program of its own.

use std::net::{IpAddr, SocketAddr};

use crate::feed::{Config, start};

/// A stand-in for servers of feeds.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8072")]
    listen: SocketAddr,
    /// One more address to listen on, at the same port; may be given several times
    #[arg(long = "host")]
    hosts: Vec<IpAddr>,
    /// So many feeds have made-up entries
    #[arg(long, default_value_t = 40)]
    feeds: usize,
    /// New entries an hour in the first feed; in the n-th it is an n-th of that
    #[arg(long, default_value_t = 12.0)]
    entries_an_hour: f64,
    /// So many entries a feed has; the oldest ones roll out
    #[arg(long, default_value_t = 20)]
    keep: usize,
    /// What made-up entries grow from
    #[arg(long, default_value_t = 11)]
    seed: u64,
}

/// Runs a stand-in until the program is asked to end.
///
/// # Errors
/// As [`start`], and when signals cannot be listened for.
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
