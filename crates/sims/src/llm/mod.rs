//! A stand-in for a language model: a real HTTP server that speaks OpenAI's chat completions, as
//! far as Harken asks for them. For tests and for trying things out.
//!
//! The stand-in understands nothing: for a call that asks for JSON by a schema, with one JSON document
//! of `posts` as the last message, it returns sentences about the document's `keyword` that cite its
//! first posts, or which of them are relevant by its `description`. It misbehaves on demand ([`Fault`]): it answers late, never, with an error, in another
//! shape, citing posts that it was not shown, or word for word what a test specifies, as a model does
//! that obeys a post.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use sims::llm::{Config, Fault, FaultKind, start};
//!
//! let llm = start(Config::for_tests()).await?;
//! llm.control.fault(Fault::once(FaultKind::WrongCitations));
//! // ... have something written by llm.base_url(), then:
//! assert_eq!(llm.control.calls().len(), 1);
//! llm.stop().await;
//! # Ok(())
//! # }
//! ```

mod answers;
mod chat;
mod faults;
mod sim;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;

use crate::kit::listen;
use crate::kit::settings::{loopback, without_flags};

pub use faults::{Fault, FaultKind};
pub use sim::{Seen, Sim};

/// A stand-in for a language model that speaks OpenAI's chat completions.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8070))]
    pub listen: SocketAddr,
    /// The key that calls must send [default: none, as for local servers]
    #[arg(long)]
    pub api_key: Option<String>,
    /// Name of the only model
    #[arg(long, default_value = "standin")]
    pub model: String,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: a free port.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), ..Self::default() }
    }
}

/// A running stand-in. Its base URL is that of its API, version included.
pub type Handle = crate::kit::Handle<Sim>;

pub async fn start(config: Config) -> anyhow::Result<Handle> {
    let listener = listen(config.listen).await?;
    let base_url = listener.origin(None) + "/v1";
    let control = Arc::new(Sim::new(config));
    let app = Router::new().nest("/v1", chat::router()).with_state(control.clone());
    let server = listener.serve(app);
    Ok(Handle::new(server, control, base_url))
}
