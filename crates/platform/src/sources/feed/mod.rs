//! Feeds that users follow: fetching them, and turning their entries into items. Documents are
//! parsed by the `feeds` crate.
//!
//! An address may hold a secret. It appears in no error and no place.

mod client;
mod credentials;
mod entry;
mod error;
mod hosts;
mod pushed;

pub use client::{Answer, Document, FeedClient, Fetched, NoFeed, Validators};
pub use credentials::{Credentials, MAX_CREDENTIAL_CHARS, Unfit};
pub use entry::{Identity, Mark, item, place_of, remark_of, site_of, title_mark, title_of};
pub use error::FeedError;
pub use hosts::Hosts;
pub use pushed::{PushedItem, TextFormat, marked_id, push_mark, push_name, push_place};

use std::sync::Arc;

use crate::config::Config;

/// Makes the client, if feeds are switched on.
///
/// # Errors
/// The HTTP clients could not be made.
pub fn connect(config: &Config) -> anyhow::Result<Option<Arc<FeedClient>>> {
    if !config.feeds.enabled {
        return Ok(None);
    }
    Ok(Some(Arc::new(FeedClient::new(&config.delivery)?)))
}
