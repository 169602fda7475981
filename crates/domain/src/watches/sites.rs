//! Checks that a watch names only sites that this server reads.

use super::CheckedWatch;
use db::models::watch::Watch;
use foundation::wording::labels::place_label;
use platform::context::Context;

/// The error code, for programs.
pub const SITE_NOT_READ: &str = "SITE_NOT_READ";

/// A watch names a site that is not read here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("This server does not listen to {name}. Ask whoever runs it to turn that on.")]
pub struct SiteNotRead {
    name: String,
}

/// Checks that every site that a watch names is read. What `present` already has may stay, so that
/// everything else about it can still be edited.
///
/// # Errors
/// One of the sites is not read.
pub fn check_sites(
    context: &Context,
    wanted: &CheckedWatch,
    present: Option<&Watch>,
) -> Result<(), SiteNotRead> {
    let had = present.map_or(&[][..], |row| &row.subreddits);
    let mut named = wanted.subreddits.iter();
    let is_read = |place: &str| match matcher::feed_host(place) {
        Some(_) => context.config.feeds.enabled,
        None => matcher::is_subreddit(place) || context.sites.has(place),
    };
    let not_read = named
        .find(|place| !is_read(place) && !had.iter().any(|had| had.eq_ignore_ascii_case(place)));
    match not_read {
        Some(place) => Err(SiteNotRead { name: place_label(place) }),
        None => Ok(()),
    }
}
