//! A stand-in forum: a real HTTP server that speaks the real forum's API.
//!
//! The forum fills itself with made-up posts and comments from a seed, or plays items from a file, and
//! misbehaves on demand. Programs talk to it exactly as they would talk to the real one: OAuth token,
//! newest-first listings, `/about`, `/api/info`, rate-limit headers, escaped texts.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use sims::forum::{Config, NewPost, start};
//!
//! let forum = start(Config::for_tests()).await?;
//! let post = NewPost::titled("selfhosted", "Has anyone moved to Corvid Mail?");
//! let post = forum.control.post(post)?;
//! println!("{} is at http://{}{}", post.fullname, forum.addr, post.permalink);
//! forum.stop().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod config;
pub mod content;
mod control;
mod faults;
pub mod ids;
pub mod item;
pub mod limits;
mod listing;
mod made;
pub mod markdown;
mod pages;
mod replay;
mod sim;
mod store;
mod things;

use crate::kit::{emit, listen};
use crate::prelude::*;

pub use crate::kit::{Clock, ManualClock};
pub use config::{Config, LostCursor, Unknown};
pub use faults::{Fault, FaultKind};
pub use item::{Kind, State};
pub use made::{Made, NewComment, NewPost, Stats};
pub use sim::Sim;
pub use store::Access;

/// A running forum. Dropping it leaves the forum running until its runtime ends.
pub type Handle = crate::kit::Handle<Sim>;

/// Starts a forum on the machine's clock.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    start_with_clock(config, Arc::new(Utc::now)).await
}

/// Starts a forum that takes the time of its items, tokens and budget from `clock`.
pub async fn start_with_clock(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Handle> {
    let listener = listen(config.listen).await?;
    let base_url = listener.origin(None);
    let site_base = listener.origin(config.site_base.as_deref());
    let control = Sim::new(config, clock, site_base)?;
    let server = listener.serve(router(&control));
    let sim = control.clone();
    server.spawn(async move { emit("forum", sim.config.rate, |count| sim.advance(count)).await });
    Ok(Handle::new(server, control, base_url))
}

/// Routes every URL of the forum: its API, its pages, and `/_sim/`, which controls it.
pub fn router(sim: &Arc<Sim>) -> Router {
    Router::new()
        .merge(api::router(sim))
        .merge(pages::router())
        .nest("/_sim", control::router())
        .with_state(sim.clone())
}
