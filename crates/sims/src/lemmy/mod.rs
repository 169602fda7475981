//! A stand-in for an instance of Lemmy: a real HTTP server that speaks version 3 of its API, as far as a
//! reader needs it. For tests and for trying things out.
//!
//! Posts and comments have two ids: a number of the instance's own, and the address `ap_id`, which is the
//! same on every instance. To make an item of another instance, give its `ap_id` ([`NewPost`]). The listings
//! are sorted by time, newest first; featured posts are above them, posts that are gone are left out, and
//! comments that are gone say so. The stand-in makes items up from a seed, and misbehaves on demand
//! ([`Fault`]).
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use sims::lemmy::{Config, NewComment, NewPost, start};
//!
//! let lemmy = start(Config::for_tests()).await?;
//! let post = lemmy.control.post(NewPost::titled("A kettle that listens"));
//! lemmy.control.comment(NewComment::on(post, "Does it **whistle**?"))?;
//! println!("{}/api/v3/post?id={post}", lemmy.base_url());
//! lemmy.stop().await;
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
mod view;

use crate::kit::{emit, listen};
use crate::prelude::*;

pub use crate::kit::{Clock, ManualClock};
pub use config::Config;
pub use faults::{Fault, FaultKind};
pub use item::{Edit, Item, NewComment, NewPost, What};
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
    server.spawn(async move {
        emit("lemmy", sim.config.rate, |count| sim.advance(count)).await;
    });
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
