//! The sink as a program of its own.

use std::net::SocketAddr;

use crate::kit::until_terminated;
use crate::smtp::{Config, start};

/// An SMTP server that keeps what it is sent and shows it over HTTP.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where mail is taken; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:2525")]
    smtp: SocketAddr,
    /// Where mail is shown; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8025")]
    http: SocketAddr,
    /// Count messages and keep none of them
    #[arg(long)]
    count_only: bool,
}

/// Runs a sink until the program is asked to end.
///
/// # Errors
/// As [`start`], and when signals cannot be listened for.
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
