//! What places and authors are called, wherever people read of them. The web app has the same in
//! `web/src/lib/places.ts`.

pub use matcher::place_label;
use matcher::{SITES, is_subreddit};
use serde::Serialize;

/// A site, for the web app.
#[derive(Debug, Serialize)]
pub struct SiteName {
    pub place: &'static str,
    pub name: &'static str,
}

/// Returns the sites that can be read beside the forum.
pub fn sites() -> Vec<SiteName> {
    let names = SITES.iter().map(|site| SiteName {
        place: site.place,
        name: site.name,
    });
    names.collect()
}

/// Returns the preposition before it: one is in a subreddit and on a site.
pub fn at(place: &str) -> &'static str {
    if is_subreddit(place) { "in" } else { "on" }
}

/// Returns both: `in r/rust`, `on Hacker News`.
pub fn in_place(place: &str) -> String {
    format!("{} {}", at(place), place_label(place))
}

/// Returns what an author is called there: `u/ada`, or the bare name on other sites.
pub fn author_label(author: &str, place: &str) -> String {
    match is_subreddit(place) {
        true => format!("u/{author}"),
        false => author.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subreddits_and_sites_are_called_as_people_call_them() {
        assert_eq!(in_place("rust"), "in r/rust");
        assert_eq!(in_place("news.ycombinator.com"), "on Hacker News");
        assert_eq!(author_label("ada", "rust"), "u/ada");
        assert_eq!(author_label("ada", "news.ycombinator.com"), "ada");
    }
}
