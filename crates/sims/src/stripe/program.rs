//! The command `sims stripe`.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::stripe::{Config, Endpoint, keep_time, start};

/// A stand-in for Stripe: its API, pages to pay on, and signed webhooks.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8060")]
    listen: SocketAddr,
    /// URL at which browsers reach the hosted pages [default: http:// and the address]
    #[arg(long)]
    origin: Option<String>,
    /// The secret key that calls must send
    #[arg(long, default_value = "sk_test_standin")]
    secret_key: String,
    /// URL that events are sent to; without it, they are held
    #[arg(long)]
    webhook_url: Option<String>,
    /// The secret that events are signed with
    #[arg(long, default_value = "whsec_standin")]
    webhook_secret: String,
    /// File that keeps the account between runs
    #[arg(long)]
    state: Option<PathBuf>,
}

/// Runs the stand-in until the program is terminated, and saves its account.
///
/// # Errors
/// [`start`] fails, signals cannot be listened for, or the account cannot be saved.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let handle = start(config(args)).await?;
    let sim = handle.control.clone();
    handle.spawn(keep_time(sim.clone()));
    handle.serve("stripe").await?;
    sim.save()
}

fn config(args: Args) -> Config {
    Config {
        listen: args.listen,
        origin: args.origin,
        secret_key: args.secret_key,
        webhook: args.webhook_url.map(|url| Endpoint { url, secret: args.webhook_secret }),
        state: args.state,
        ..Config::default()
    }
}
