//! A stand-in forum: a real HTTP server that speaks the real forum's API.
//!
//! It fills itself with made-up posts and comments from a seed, or plays items from a file, and
//! it misbehaves on demand. Programs talk to it exactly as they would talk to the real one: OAuth
//! token, newest-first listings, `/about`, `/api/info`, rate-limit headers, escaped texts.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use forum_sim::{Config, NewPost, start};
//!
//! let forum = start(Config::for_tests()).await?;
//! let post = forum.control.post(NewPost {
//!     subreddit: "selfhosted".into(),
//!     title: "Has anyone moved to Corvid Mail?".into(),
//!     ..NewPost::default()
//! })?;
//! println!("{} is at http://{}{}", post.fullname, forum.addr, post.permalink);
//! forum.stop().await;
//! # Ok(())
//! # }
//! ```

#![deny(missing_docs)]

mod api;
mod clock;
mod config;
mod content;
mod control;
mod emit;
mod faults;
mod forum;
mod ids;
mod item;
mod limits;
mod listing;
mod made;
mod markdown;
mod pages;
mod replay;
mod sim;
mod things;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub use clock::{Clock, ManualClock, SystemClock};
pub use config::{Config, LostCursor, Unknown};
pub use faults::{Fault, FaultKind};
pub use forum::Access;
pub use item::{Kind, State};
pub use made::{Made, NewComment, NewPost, Stats};
pub use sim::Sim;

/// How long open connections get to finish when the forum stops.
const GOODBYE: Duration = Duration::from_millis(500);

/// A running forum. Dropping it leaves the forum running until its runtime ends.
pub struct Handle {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Everything that can be done to it besides reading its API.
    pub control: Arc<Sim>,
    server: JoinHandle<()>,
}

impl Handle {
    /// Where it is reached: `http://` and the address.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Stops listening, lets open requests end, and cuts what is left after half a second.
    pub async fn stop(mut self) {
        self.control.shut_down();
        if timeout(GOODBYE, &mut self.server).await.is_err() {
            self.server.abort();
        }
    }
}

/// Starts a forum on the machine's clock.
///
/// # Errors
/// When the address cannot be listened on or the replay file cannot be read.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    start_with_clock(config, Arc::new(SystemClock)).await
}

/// Starts a forum that takes the time of its items, tokens and budget from `clock`.
///
/// # Errors
/// As [`start`].
pub async fn start_with_clock(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Handle> {
    let wanted = config.listen;
    let listener = TcpListener::bind(wanted)
        .await
        .with_context(|| format!("cannot listen on {wanted}"))?;
    let addr = listener.local_addr()?;
    let site_base = config
        .site_base
        .clone()
        .unwrap_or_else(|| format!("http://{addr}"));
    let control = Sim::new(config, clock, site_base)?;
    let app = router(&control);
    let stopping = control.stopping.clone();
    let server = tokio::spawn(async move {
        let stopped = async move { stopping.cancelled().await };
        if let Err(error) = axum::serve(listener, app)
            .with_graceful_shutdown(stopped)
            .await
        {
            eprintln!("forum-sim: {error}");
        }
    });
    tokio::spawn(emit::run(control.clone()));
    Ok(Handle {
        addr,
        control,
        server,
    })
}

/// Every URL of the forum: its API, its pages, and `/_sim/`, by which it is controlled.
pub fn router(sim: &Arc<Sim>) -> Router {
    Router::new()
        .merge(api::router(sim))
        .merge(pages::router())
        .nest("/_sim", control::router())
        .with_state(sim.clone())
}
