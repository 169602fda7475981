//! A stand-in for a language model as a program of its own.

use std::net::SocketAddr;

use crate::llm::{Config, start};

/// A stand-in for a language model that speaks OpenAI's chat completions.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8070")]
    listen: SocketAddr,
    /// The key that calls must bring [default: none]
    #[arg(long)]
    api_key: Option<String>,
    /// What the model is called
    #[arg(long, default_value = "standin")]
    model: String,
}

/// Runs a stand-in until the program is asked to end.
///
/// # Errors
/// As [`start`], and when signals cannot be listened for.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let handle = start(Config {
        listen: args.listen,
        api_key: args.api_key,
        model: args.model,
    })
    .await?;
    handle.serve("llm").await
}
