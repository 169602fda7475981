//! What a text that a person typed or pasted names on the forum.

use super::name_problem::NameProblem;
use crate::item::{find, is_reddit, split_address};

/// What a text names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Typed<'a> {
    /// A subreddit, or several joined by `+`.
    Subreddits(&'a str),
    /// A user of the forum.
    User(&'a str),
}

/// The forum's host for short addresses.
const SHORT: &str = "redd.it";

/// Extracts the names from `name`, `r/name`, `u/name` and addresses of the forum: of any of its
/// hosts, and of pages below the subreddit's or user's own.
pub(super) fn read_typed(typed: &str) -> Result<Typed<'_>, NameProblem> {
    let (host, rest) = split_address(typed);
    let on_forum = is_reddit(host) || host.eq_ignore_ascii_case(SHORT);
    let has_scheme = host.len() + rest.len() < typed.len();
    let is_handle = typed.starts_with('@') || typed.starts_with("did:");
    let path = match (on_forum, has_scheme || find(typed, "://").is_some()) {
        (true, _) => rest,
        (false, true) if rest.starts_with("/u/") || typed.starts_with("at://") => {
            return Err(NameProblem::Person);
        }
        (false, true) => return Err(NameProblem::Elsewhere),
        (false, false) if is_handle => return Err(NameProblem::Person),
        (false, false) => typed,
    };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or_default();
    let is_first = |name: &str| first.eq_ignore_ascii_case(name);
    // A page in another format, such as `/r/rust.rss`.
    let name = parts.next().map(|name| match on_forum {
        true => name.split('.').next().unwrap_or_default(),
        false => name,
    });
    if is_first("r") && (name.is_some() || path.contains('/')) {
        return Ok(Typed::Subreddits(name.unwrap_or_default()));
    }
    if (is_first("u") || is_first("user")) && (name.is_some() || path.contains('/')) {
        let name = name.unwrap_or_default();
        return match parts.next() {
            _ if name.contains('@') => Err(NameProblem::Person),
            // A custom feed of the user's.
            Some("m") => Err(NameProblem::Unnamed),
            _ => Ok(Typed::User(name)),
        };
    }
    if on_forum && first.is_empty() {
        return Err(NameProblem::Empty);
    }
    if on_forum {
        return Err(NameProblem::Unnamed);
    }
    Ok(Typed::Subreddits(typed.trim_matches('/')))
}
