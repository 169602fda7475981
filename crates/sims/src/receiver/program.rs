//! The command `sims receiver`.

use std::net::SocketAddr;

use crate::kit::until_terminated;
use crate::receiver::{Config, start};

/// A push service, webhooks and chat services that keep what they receive.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8050")]
    listen: SocketAddr,
    /// URL at which senders reach it [default: http:// and the address]
    #[arg(long)]
    origin: Option<String>,
}

/// Runs the receiver until the program is terminated.
///
/// # Errors
/// [`start`] fails, or signals cannot be listened for.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let handle =
        start(Config { listen: args.listen, origin: args.origin, ..Config::default() }).await?;
    until_terminated(&format!("receiver is ready at http://{}", handle.addr)).await?;
    handle.stop().await;
    Ok(())
}
