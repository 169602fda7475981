//! Hacker News: what it says, and the client of its API.
//!
//! Source: the documentation of the API, github.com/HackerNews/API. Ids count up over stories, comments,
//! jobs and polls alike; one that was given away lately may answer `null` for a while. Texts are HTML.

mod client;
mod item;

pub use client::{Answer, HackerNews};
pub use item::{Item, PLACE, Thread, forum_id, id_of};

use std::sync::Arc;

use crate::config::HackerNewsConfig;

/// Makes the client, if the source is switched on.
///
/// # Errors
/// The HTTP client could not be made.
pub fn connect(config: &HackerNewsConfig) -> anyhow::Result<Option<Arc<HackerNews>>> {
    if !config.enabled {
        return Ok(None);
    }
    Ok(Some(Arc::new(HackerNews::new(config)?)))
}
