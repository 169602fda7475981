//! `llm-sim`: a stand-in for a language model as a program of its own.

use std::net::SocketAddr;

use clap::Parser;
use llm_sim::{Config, start};
use sim_kit::until_terminated;

/// A stand-in for a language model that speaks OpenAI's chat completions.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
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

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let handle = start(Config {
        listen: args.listen,
        api_key: args.api_key,
        model: args.model,
    })
    .await?;
    until_terminated(&format!("llm-sim is ready at {}", handle.base_url())).await?;
    handle.stop().await;
    Ok(())
}
