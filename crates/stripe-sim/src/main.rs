//! `stripe-sim`: a stand-in for Stripe as a program of its own.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use sim_kit::until_terminated;
use stripe_sim::{Config, Endpoint, keep_time, start};

/// A stand-in for Stripe: its API, pages that can be paid, and signed webhooks.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
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

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let handle = start(config(Args::parse())).await?;
    handle.spawn(keep_time(handle.control.clone()));
    until_terminated(&format!("stripe-sim is ready at {}", handle.base_url())).await?;
    let saved = handle.control.save();
    handle.stop().await;
    saved
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
