//! A stand-in for feed servers: a real HTTP server with many feeds. For tests and for trying things out.
//!
//! Each feed exists in four forms, `/feeds/<name>.rss`, `.atom`, `.rdf` and `.json`, with its own
//! [`Validators`]; a web page, `/<name>`, links to them, and `/opml` lists all feeds. Entries are made up
//! from a seed and appear by the clock, often in a few feeds and hardly ever in most, or are added by hand;
//! the newest stay, and the others roll out. The server misbehaves on demand ([`Fault`]).
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use sims::feed::{Config, NewEntry, NewFeed, start};
//!
//! let server = start(Config::for_tests()).await?;
//! server.control.add(NewFeed::named("kettles"))?;
//! server.control.put("kettles", NewEntry::titled("A kettle that listens"))?;
//! println!("{}/feeds/kettles.rss", server.base_url());
//! server.stop().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod compress;
mod conditions;
mod config;
mod documents;
mod entries;
mod faults;
mod made_up;
mod misbehave;
mod pages;
mod requests;
mod respond;
pub mod schedule;
mod sim;
mod twist;

use axum::middleware::from_fn_with_state;

use crate::kit::listen;
use crate::prelude::*;

pub use crate::kit::{Clock, ManualClock};
pub use config::Config;
pub use entries::{Date, Entry, Form, NewEntry, NewFeed, Validators};
pub use faults::{Compression, Fault, FaultKind, RedirectStatus};
pub use requests::{Count, Requests};
pub use sim::Sim;

/// A running stand-in. Dropping it leaves it running until its runtime ends.
pub type Handle = crate::kit::Handle<Sim>;

/// Starts a stand-in on the machine's clock.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    start_with_clock(config, Arc::new(Utc::now)).await
}

/// Starts a stand-in that takes the time from `clock`.
pub async fn start_with_clock(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Handle> {
    let listener = listen(config.listen).await?.also_at(&config.hosts).await?;
    let base_url = listener.origin(None);
    let control = Arc::new(Sim::new(&config, clock)?);
    let server = listener.serve(router(&control));
    Ok(Handle::new(server, control, base_url))
}

/// Routes every URL: feeds, and pages for people.
fn router(sim: &Arc<Sim>) -> Router {
    Router::new()
        .merge(api::router())
        .merge(pages::router())
        .fallback(respond::nothing)
        .layer(from_fn_with_state(sim.clone(), misbehave::misbehave))
        .with_state(sim.clone())
}
