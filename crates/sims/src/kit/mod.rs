//! The code shared by the stand-ins for outside services ("sims").
//!
//! A sim listens on a socket ([`listen`]), serves its routes there, and is controlled by a [`Handle`]
//! until it is stopped. Its [`Faults`] wait in a queue for a request that they are meant for; control
//! calls ([`control`]) queue them and do everything else to a sim. Its time comes from a [`Clock`] that a
//! test can move, and whoever waits for something that a sim has yet to see waits for its [`Progress`].
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use std::sync::Arc;
//! use axum::{Router, routing::get};
//! use sims::kit::settings::loopback;
//! use sims::kit::{Handle, listen};
//!
//! let control = Arc::new("what the sim knows");
//! let listener = listen(loopback(0)).await?;
//! let base_url = listener.origin(None);
//! let app = Router::new().route("/", get(|| async { "hello" }));
//! let sim = Handle::new(listener.serve(app), control, base_url);
//! // ... call sim.base_url() ...
//! sim.stop().await;
//! # Ok(())
//! # }
//! ```

mod clock;
pub mod control;
mod cut;
mod emit;
mod faults;
mod handle;
mod html;
mod listener;
mod progress;
pub mod settings;
mod signals;
mod status;
mod tasks;
mod words;

pub use clock::{Clock, ManualClock};
pub use cut::{Cut, cut_in_half};
pub use emit::emit;
pub use faults::{Faults, PathFault, once, retry_after};
pub use handle::Handle;
pub use html::html;
pub use listener::{Listener, Server, listen};
pub use progress::Progress;
pub use signals::until_terminated;
pub use status::status;
pub use words::Words;
