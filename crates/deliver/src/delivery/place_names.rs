//! Names places in an alert. Feeds are called by their titles, as in the web app, if the user follows them; titles
//! are written by strangers.

use std::collections::HashMap;

use diesel::QueryResult;
use uuid::Uuid;

use super::email_parts::one_line;
use db::Conn;
use db::models::feed::Feed;
use foundation::wording::labels::{place_label, preposition};
use foundation::wording::plural::plural;

/// The longest title; longer ones are cut.
const MAX_TITLE_CHARS: usize = 60;
/// The most places named in a line that lists them.
const MAX_NAMED: usize = 3;

/// The titles of feeds, by their places in lower case.
#[derive(Debug, Clone, Default)]
pub struct PlaceNames(HashMap<String, String>);

impl PlaceNames {
    /// Loads the names of these places for a user.
    ///
    /// # Errors
    /// The database failed. It is asked only if one of them is a feed.
    pub async fn find<'a>(
        user_id: Uuid,
        places: impl Iterator<Item = &'a str>,
        conn: &mut Conn,
    ) -> QueryResult<Self> {
        let feeds = places.filter(|place| matcher::feed_host(place).is_some());
        let feeds: Vec<String> = feeds.map(str::to_ascii_lowercase).collect();
        if feeds.is_empty() {
            return Ok(Self::default());
        }
        let titles = Feed::titles(user_id, &feeds, conn).await?;
        Ok(Self::of(titles))
    }

    fn of(titles: impl IntoIterator<Item = (String, String)>) -> Self {
        let named =
            titles.into_iter().map(|(place, title)| (place, one_line(&title, MAX_TITLE_CHARS)));
        Self(named.filter(|(_, title)| !title.is_empty()).collect())
    }

    /// Returns the name of a place.
    pub fn label(&self, place: &str) -> String {
        let title = self.0.get(&place.to_ascii_lowercase());
        title.cloned().unwrap_or_else(|| place_label(place))
    }

    /// Returns the name with its preposition: `on A Blog`.
    pub fn within(&self, place: &str) -> String {
        format!("{} {}", preposition(place), self.label(place))
    }

    /// Returns the other places of a story, as the notifications page lists them: `also in r/tea and on Hacker
    /// News`. Returns `None` if there are none.
    pub fn also(&self, places: &[String]) -> Option<String> {
        let (subreddits, others): (Vec<&String>, Vec<&String>) =
            places.iter().partition(|place| matcher::is_subreddit(place));
        let parts = [
            (!subreddits.is_empty()).then(|| match subreddits.len() {
                1..=MAX_NAMED => format!("in {}", self.list(&subreddits)),
                many => format!("in {many} subreddits"),
            }),
            (!others.is_empty()).then(|| format!("on {}", self.list(&others))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("also {}", parts.join(" and ")))
    }

    fn list(&self, places: &[&String]) -> String {
        let named = places.iter().take(MAX_NAMED);
        let mut all: Vec<String> = named.map(|place| self.label(place)).collect();
        let more = places.len().saturating_sub(MAX_NAMED);
        if more > 0 {
            all.push(plural(more as u64, "other", "others"));
        }
        all.join(", ")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::delivery) const BLOG: &str = "feed/blog.example/0a1b2c3d";

    /// Returns the names for a user who follows a feed with this title.
    pub(in crate::delivery) fn names(title: &str) -> PlaceNames {
        PlaceNames::of([(BLOG.to_owned(), title.to_owned())])
    }

    #[test]
    fn a_feed_is_called_by_its_title_in_one_line_of_bounded_length() {
        assert_eq!(names("A Blog").label(BLOG), "A Blog");
        assert_eq!(names("A Blog").within(&BLOG.to_uppercase()), "on A Blog");
        assert_eq!(names(" A\r\nBlog\u{0} ").label(BLOG), "A Blog");
        let long = names(&"Kettles ".repeat(40)).label(BLOG);
        assert!(long.ends_with('…') && long.chars().count() <= MAX_TITLE_CHARS);
        for untitled in [names(" "), PlaceNames::default()] {
            assert_eq!(untitled.within(BLOG), "on blog.example");
        }
        assert_eq!(names("A Blog").within("rust"), "in r/rust");
    }

    #[test]
    fn where_else_a_story_is_takes_one_line() {
        let names = names("A Blog");
        let also = |places: &[&str]| {
            let places: Vec<String> = places.iter().map(|place| (*place).to_owned()).collect();
            names.also(&places)
        };
        assert_eq!(also(&[]), None);
        let text = |places| also(places).unwrap();
        assert_eq!(text(&["tea"]), "also in r/tea");
        assert_eq!(text(&[BLOG]), "also on A Blog");
        assert_eq!(
            text(&["tea", BLOG, "diy", "bsky.app"]),
            "also in r/tea, r/diy and on A Blog, Bluesky"
        );
        assert_eq!(text(&["a", "b", "c", "d", "bsky.app"]), "also in 4 subreddits and on Bluesky");
        let feeds = ["feed/a.example/00000000", "feed/b.example/00000000", BLOG];
        let many = [&feeds[..], &["news.ycombinator.com", "bsky.app"]].concat();
        assert_eq!(text(&many), "also on a.example, b.example, A Blog, 2 others");
    }
}
