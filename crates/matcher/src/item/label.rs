//! The names of places and authors in texts for people.

use super::site::{is_community, is_subreddit, place_label, strip_prefix_ignoring_case};

/// Returns the preposition for a place: "in" a subreddit or a community, "on" a site.
pub fn preposition(place: &str) -> &'static str {
    if is_subreddit(place) || is_community(place) { "in" } else { "on" }
}

/// Returns a place with its preposition.
///
/// ```
/// use matcher::in_place;
///
/// assert_eq!(in_place("rust"), "in r/rust");
/// assert_eq!(in_place("news.ycombinator.com"), "on Hacker News");
/// ```
pub fn in_place(place: &str) -> String {
    format!("{} {}", preposition(place), place_label(place))
}

/// Returns what people call an author who writes in a place: the name with its prefix on Reddit,
/// and the bare name on other sites.
///
/// ```
/// use matcher::author_label;
///
/// assert_eq!(author_label("ada", "rust"), "u/ada");
/// assert_eq!(author_label("ada", "news.ycombinator.com"), "ada");
/// ```
pub fn author_label(author: &str, place: &str) -> String {
    if is_subreddit(place) { format!("u/{author}") } else { author.to_owned() }
}

/// Returns an author's name, or a part of one, without the `u/` or `@` that people type before it.
/// Names on Reddit have letters, digits, underscores and hyphens; on Bluesky they are hosts, and on
/// Lemmy `name@host`.
pub(crate) fn author_typed(typed: &str) -> Option<&str> {
    let bare = typed.strip_prefix('/').unwrap_or(typed);
    let name =
        strip_prefix_ignoring_case(bare, "u/").or_else(|| bare.strip_prefix('@')).unwrap_or(bare);
    let allowed = |c: u8| c.is_ascii_alphanumeric() || b"_-.@:".contains(&c);
    (!name.is_empty() && name.bytes().all(allowed)).then_some(name)
}
