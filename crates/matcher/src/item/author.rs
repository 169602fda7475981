//! What authors are called.

use super::site::is_subreddit;

/// Returns what people call an author who writes in a place: on Reddit with its prefix, on other sites
/// by the bare name.
///
/// ```
/// use matcher::author_label;
///
/// assert_eq!(author_label("ada", "rust"), "u/ada");
/// assert_eq!(author_label("ada", "news.ycombinator.com"), "ada");
/// ```
pub fn author_label(author: &str, place: &str) -> String {
    if is_subreddit(place) {
        format!("u/{author}")
    } else {
        author.to_owned()
    }
}
