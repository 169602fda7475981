//! `receiver-sim`: the receivers of alerts as a program of their own.

use std::net::SocketAddr;

use clap::Parser;
use receiver_sim::{Config, start};
use sim_kit::until_terminated;

/// A push service, webhooks and chat services that keep what they are sent.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8050")]
    listen: SocketAddr,
    /// How senders reach it [default: http:// and the address]
    #[arg(long)]
    origin: Option<String>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let handle = start(Config {
        listen: args.listen,
        origin: args.origin,
        ..Config::default()
    })
    .await?;
    until_terminated(&format!("receiver-sim is ready at http://{}", handle.addr)).await?;
    handle.stop().await;
    Ok(())
}
