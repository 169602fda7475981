//! Stand-ins ("sims") for the services that Harken calls, one module for each service. For tests and for
//! trying things out.
//!
//! Each is a real server: `start` listens on a socket and returns a `Handle`, whose `control` makes, reads
//! and breaks things. Routes below `/_sim/` do what tests in other languages need over HTTP. [`kit`] has the
//! shared code. As a program of its own, each is a command of `sims`.

pub mod feed;
pub mod forum;
pub mod hacker_news;
pub mod jetstream;
pub mod kit;
pub mod lemmy;
pub mod llm;
mod prelude;
pub mod receiver;
pub mod smtp;
pub mod stripe;
