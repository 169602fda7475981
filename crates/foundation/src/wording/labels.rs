//! Display names of places and authors, wherever people read them. The web app has the same in
//! `web/src/lib/places.ts`.

use matcher::SITES;
pub use matcher::{author_label, in_place, place_label, preposition};
use serde::Serialize;

/// A site, for the web app.
#[derive(Debug, Serialize)]
pub struct SiteName {
    pub place: &'static str,
    pub name: &'static str,
}

/// Returns the names of the sources that are read, given these sites, and Reddit if `has_reddit`: `Reddit and
/// Hacker News`. If nothing is read yet, returns Reddit as an example.
pub fn sources_text<'a>(has_reddit: bool, sites: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<String> = sites.map(place_label).collect();
    if has_reddit || all.is_empty() {
        all.insert(0, "Reddit".to_owned());
    }
    match all.as_slice() {
        [one] => one.clone(),
        [one, other] => format!("{one} and {other}"),
        [before @ .., last] => format!("{}, and {last}", before.join(", ")),
        [] => String::new(),
    }
}

/// Returns the sites that can be read besides the forum.
pub fn sites() -> Vec<SiteName> {
    let names = SITES.iter().map(|site| SiteName { place: site.place, name: site.name });
    names.collect()
}

/// The most characters of a text that are shown in place of a title.
const HEADLINE_CHARS: usize = 100;

/// Returns the title, or the beginning of the text if there is no title, on one line.
pub fn headline(title: &str, body: &str) -> String {
    if !title.trim().is_empty() {
        return title.to_owned();
    }
    let mut line = String::new();
    let mut length = 0;
    for word in body.split_whitespace() {
        length += word.chars().count() + 1;
        if length > HEADLINE_CHARS && !line.is_empty() {
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(HEADLINE_CHARS));
    }
    line
}

/// Returns the title, or author and place if there is no title: `ada.example on Bluesky`. It is meant for
/// places that show the text as well; `within` is the place with its preposition.
pub fn heading(title: &str, author: &str, place: &str, within: &str) -> String {
    match title.trim() {
        "" => format!("{} {within}", author_label(author, place)),
        _ => title.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_title_is_called_by_its_text_or_its_author() {
        assert_eq!(headline("A title", "A text"), "A title");
        assert_eq!(headline(" ", "A\n\n kettle "), "A kettle");
        assert_eq!(headline("", ""), "");
        let long = headline("", &"kettle ".repeat(100));
        assert!(long.ends_with("kettle…"), "{long}");
        assert!(long.chars().count() <= HEADLINE_CHARS + 1);
        assert_eq!(headline("", &"x".repeat(500)).chars().count(), HEADLINE_CHARS);
        assert_eq!(heading("A title", "ada", "rust", "in r/rust"), "A title");
        assert_eq!(heading("", "ada.example", "bsky.app", "on Bluesky"), "ada.example on Bluesky");
    }

    #[test]
    fn what_is_read_is_a_list_in_words() {
        let text = |sites: &[&str]| sources_text(true, sites.iter().copied());
        assert_eq!(text(&[]), "Reddit");
        assert_eq!(text(&["news.ycombinator.com"]), "Reddit and Hacker News");
        let three = text(&["news.ycombinator.com", "tea"]);
        assert_eq!(three, "Reddit, Hacker News, and r/tea");
        let without = |sites: &[&str]| sources_text(false, sites.iter().copied());
        assert_eq!(without(&["news.ycombinator.com"]), "Hacker News");
        assert_eq!(without(&[]), "Reddit");
    }

    #[test]
    fn the_readme_begins_with_all_that_can_be_read() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
        let readme = std::fs::read_to_string(path).unwrap().replace('\n', " ");
        let (beginning, _) = readme.split_once("##").unwrap();
        let all = sources_text(true, SITES.iter().map(|site| site.place));
        let said = format!("Harken watches {all} for the keywords you choose");
        assert!(beginning.contains(&said), "{said}");
    }
}
