//! A stand-in for Hacker News: a real HTTP server that speaks its Firebase API, as far as a reader needs
//! it. For tests and for trying things out.
//!
//! Ids count up over stories, comments, jobs and polls alike. An item that has just been made answers
//! `null` for a while ([`Config::null_for`]), and a skipped id answers `null` for ever; edited, deleted
//! and killed items appear in `/v0/updates.json`. `/v0/maxitem.json` is also a stream. The stand-in makes items
//! up from a seed, and misbehaves on demand ([`Fault`]).
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use sims::hacker_news::{Config, NewItem, start};
//!
//! let hn = start(Config::for_tests()).await?;
//! let story = hn.control.make(NewItem::story("Show HN: A kettle that listens"))?;
//! hn.control.make(NewItem::comment(story, "Does it whistle?"))?;
//! println!("{}/v0/item/{story}.json", hn.base_url());
//! hn.stop().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod config;
mod control;
mod faults;
mod item;
mod made_up;
mod pages;
mod sim;
mod stream;

use crate::kit::{emit, listen};
use crate::prelude::*;

pub use crate::kit::{Clock, ManualClock};
pub use config::Config;
pub use faults::{Fault, FaultKind};
pub use item::{Edit, Item, Kind, NewItem};
pub use sim::Sim;

/// A running stand-in. Dropping it leaves it running until its runtime ends.
pub type Handle = crate::kit::Handle<Sim>;

/// Starts a stand-in on the machine's clock.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    start_with_clock(config, Arc::new(Utc::now)).await
}

/// Starts a stand-in that takes the time from `clock`.
pub async fn start_with_clock(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Handle> {
    let listener = listen(config.listen).await?;
    let base_url = listener.origin(None);
    let control = Arc::new(Sim::new(config, clock)?);
    let server = listener.serve(router(&control));
    let sim = control.clone();
    server.spawn(
        async move { emit("hacker-news", sim.config.rate, |count| sim.advance(count)).await },
    );
    Ok(Handle::new(server, control, base_url))
}

/// Routes every URL: the API, pages for people, and `/_sim/`, which controls the stand-in.
fn router(sim: &Arc<Sim>) -> Router {
    Router::new()
        .merge(api::router(sim))
        .merge(pages::router())
        .nest("/_sim", control::router())
        .with_state(sim.clone())
}
