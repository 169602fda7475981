//! The names of places and authors in texts for people.

use super::site::{
    BLUESKY, HACKER_NEWS, Site, handle_at, is_community, is_reddit, is_subreddit, place_label,
    split_address, strip_prefix_ignoring_case, trim_pasted,
};

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

/// What Reddit shows in the place of authors who are gone.
const NOBODY: [&str; 2] = ["[deleted]", "[removed]"];

/// Returns an author's name, or a part of one, without the `u/` or `@` that people type before it,
/// or the name in the address of an author's page. Names on Reddit have letters, digits,
/// underscores and hyphens; on Bluesky they are hosts, and on Lemmy `name@host`.
pub(crate) fn author_typed(typed: &str) -> Option<String> {
    if NOBODY.contains(&typed.trim()) {
        return None;
    }
    let pasted = trim_pasted(typed);
    let name = match author_in_address(pasted) {
        Some(name) => name,
        None => {
            let bare = pasted.strip_prefix('/').unwrap_or(pasted);
            let mut prefixes = ["u/", "user/", "@"].iter();
            let name = prefixes.find_map(|prefix| strip_prefix_ignoring_case(bare, prefix));
            name.unwrap_or(bare).trim_end_matches('/').to_owned()
        }
    };
    if name != typed {
        // Nothing is left to take away from a name, so that reading it again changes nothing.
        return author_typed(&name);
    }
    let allowed = |c: u8| c.is_ascii_alphanumeric() || b"_-.@:".contains(&c);
    (!name.is_empty() && name.bytes().all(allowed)).then_some(name)
}

/// Returns the author whose page has this address.
pub(crate) fn author_in_address(typed: &str) -> Option<String> {
    if let Some(rest) = strip_prefix_ignoring_case(typed, "at://") {
        return rest.split('/').next().map(str::to_owned);
    }
    let (host, rest) = split_address(typed);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    if Site::meant_by(typed) == Some(&HACKER_NEWS) {
        let is_of_user = matches!(path, "/user" | "/submitted" | "/threads" | "/favorites");
        let mut pairs = query.split(['&', '#']).filter(|_| is_of_user);
        return pairs.find_map(|pair| pair.strip_prefix("id=")).map(str::to_owned);
    }
    let mut parts = path.split(['/', '#']).skip(1);
    let (kind, name) = (parts.next()?, parts.next()?);
    match kind {
        "profile" if Site::meant_by(typed) == Some(&BLUESKY) => Some(name.to_owned()),
        "u" | "user" if is_reddit(host) => Some(name.to_owned()),
        "u" => {
            let (name, host) = handle_at(name, host)?;
            Some([name, "@", host].concat())
        }
        _ => None,
    }
}
