//! A stand-in for Stripe as a program of its own.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::stripe::{Config, Endpoint, keep_time, start};

/// A stand-in for Stripe: its API, pages that can be paid, and signed webhooks.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8060")]
    listen: SocketAddr,
    /// How browsers reach the hosted pages [default: http:// and the address]
    #[arg(long)]
    origin: Option<String>,
    /// The secret key that calls must bring
    #[arg(long, default_value = "sk_test_standin")]
    secret_key: String,
    /// Where events are sent; without it they are held
    #[arg(long)]
    webhook_url: Option<String>,
    /// By what events are signed
    #[arg(long, default_value = "whsec_standin")]
    webhook_secret: String,
    /// A file that keeps the account from one start to the next
    #[arg(long)]
    state: Option<PathBuf>,
}

/// Runs a stand-in until the program is asked to end, and keeps its account.
///
/// # Errors
/// As [`start`], and when signals cannot be listened for or the account cannot be kept.
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
        webhook: args.webhook_url.map(|url| Endpoint {
            url,
            secret: args.webhook_secret,
        }),
        state: args.state,
        ..Config::default()
    }
}
