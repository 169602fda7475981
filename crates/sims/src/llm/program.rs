//! The command `sims llm`.

use std::net::SocketAddr;

use crate::llm::{Config, start};

/// A stand-in for a language model that speaks OpenAI's chat completions.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8070")]
    listen: SocketAddr,
    /// The key that calls must send [default: none]
    #[arg(long)]
    api_key: Option<String>,
    /// Name of the model
    #[arg(long, default_value = "standin")]
    model: String,
}

/// Runs the stand-in until the program is terminated.
///
/// # Errors
/// [`start`] fails, or signals cannot be listened for.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let handle =
        start(Config { listen: args.listen, api_key: args.api_key, model: args.model }).await?;
    handle.serve("llm").await
}
