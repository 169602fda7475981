//! A stand-in for Bluesky's Jetstream: a real server that speaks its WebSocket protocol, as far as a
//! reader of posts needs it, and the AppView's calls for handles and posts. For tests and for trying
//! things out.
//!
//! Everything that happens is an event, whose time in microseconds strictly increases. A subscriber
//! without a cursor receives the events from then on; one with a cursor first receives those it missed,
//! as far back as [`Config::window`] reaches. The stand-in makes posts up from a seed, and misbehaves on
//! demand ([`Fault`]). Below `/second` is another instance of the same network, which sends what the first
//! one leaves out ([`Sim::leave_out`]).
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use sims::jetstream::{Config, NewPost, start};
//!
//! let bluesky = start(Config::for_tests()).await?;
//! let post = bluesky.control.post(NewPost::text("A kettle that listens 🫖"))?;
//! bluesky.control.post(NewPost::reply(&post, "Does it whistle?"))?;
//! println!("{}/subscribe?cursor=0", bluesky.base_url().replace("http", "ws"));
//! bluesky.stop().await;
//! # Ok(())
//! # }
//! ```

mod accounts;
mod config;
mod control;
mod event;
mod faults;
pub mod ids;
mod log;
mod made_up;
mod misbehave;
mod network;
mod new_post;
mod pages;
mod posts;
mod session;
mod sim;
mod source;
mod subscription;
mod xrpc;

use axum::middleware::from_fn_with_state;

use crate::kit::{emit, listen};
use crate::prelude::*;

pub use crate::kit::{Clock, ManualClock};
pub use config::Config;
pub use event::Status;
pub use faults::{Fault, FaultKind};
pub use new_post::{Embed, Facet, Feature, NewPost, PostId};
pub use posts::Post;
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
        emit("jetstream", sim.config.rate, |count| sim.advance(count)).await;
    });
    // An upgraded connection no longer belongs to the server: it ends with this task, which ends with
    // the server.
    let stopping = control.stopping.clone().drop_guard();
    server.spawn(async move {
        let _stopping = stopping;
        std::future::pending::<()>().await;
    });
    Ok(Handle::new(server, control, base_url))
}

/// Routes every URL: Jetstream's, the AppView's, pages for people, and `/_sim/`, which controls the
/// stand-in.
fn router(sim: &Arc<Sim>) -> Router {
    let api = Router::new()
        .route("/subscribe", get(session::subscribe))
        .route("/second/subscribe", get(session::subscribe_to_second))
        .merge(xrpc::router())
        .layer(from_fn_with_state(sim.clone(), misbehave::misbehave));
    Router::new()
        .merge(api)
        .merge(pages::router())
        .nest("/_sim", control::router())
        .with_state(sim.clone())
}
