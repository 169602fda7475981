//! The command `sims smtp`.

use std::net::SocketAddr;

use crate::kit::until_terminated;
use crate::smtp::{Config, start};

/// An SMTP server that keeps the messages it receives and shows them over HTTP.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address of the SMTP server; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:2525")]
    smtp: SocketAddr,
    /// Address of the HTTP server; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8025")]
    http: SocketAddr,
    /// Count messages without keeping them
    #[arg(long)]
    count_only: bool,
}

/// Runs the sink until the program is terminated.
///
/// # Errors
/// [`start`] fails, or signals cannot be listened for.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let config = Config {
        smtp: args.smtp,
        http: args.http,
        count_only: args.count_only,
        ..Config::default()
    };
    let handle = start(config).await?;
    let (smtp, http) = (handle.smtp_addr, handle.http_addr);
    let ready = format!("smtp is ready: takes mail at {smtp}, shows it at http://{http}");
    until_terminated(&ready).await?;
    handle.stop().await;
    Ok(())
}
