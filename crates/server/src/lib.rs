//! Harken watches a forum for keywords and alerts the people who chose them.
//!
//! The path of a post: `platform` (sources) -> `ingest` -> (the `matcher` crate) -> notification -> `deliver` (outbox)
//! and the live stream of `api`. This crate assembles the parts and runs them.

pub mod cli;
pub mod http_server;
pub mod limits;
pub mod mcp;
pub mod metrics_server;
pub mod router;
pub mod run;
pub mod site;
