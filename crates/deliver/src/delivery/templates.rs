//! The texts of emails, compiled in. Each has an HTML and a plain form from the same data.

use std::borrow::Cow;

use askama::Template;

use super::excerpt::Run;
use super::post::{Body, PostExcerpt};

/// An item matched a watch.
#[derive(Template)]
#[template(path = "mail/match.html")]
pub struct MatchHtml<'a> {
    pub product_url: &'a str,
    pub keyword: &'a str,
    pub subreddit: &'a str,
    /// The name of the place.
    pub place: &'a str,
    /// `post` or `comment`.
    pub what: &'a str,
    pub title: Vec<Run>,
    /// Whether the title is a link to the post: not if it looks like another address.
    pub links_title: bool,
    /// `by u/ada`, `12 points`, and the like.
    pub facts: &'a [String],
    pub excerpt: PostExcerpt,
    pub post_url: &'a str,
    /// The page in Harken that shows the match.
    pub open_url: &'a str,
    /// Whether the match is of a test post that the user wrote: it has no page, and there is
    /// nothing to mute.
    pub is_hearing_test: bool,
    pub settings_url: &'a str,
    /// The page that offers to mute and snooze.
    pub less_url: &'a str,
    pub not_relevant_url: &'a str,
    /// The unsubscribe page, which links to `less_url` for those who want less and not nothing.
    pub unsubscribe_url: &'a str,
}

#[derive(Template)]
#[template(path = "mail/match.txt")]
pub struct MatchText<'a> {
    pub page: &'a MatchHtml<'a>,
}

/// Something about the account, with one link to follow.
#[derive(Template)]
#[template(path = "mail/action.html")]
pub struct ActionHtml<'a> {
    pub product_url: &'a str,
    pub heading: &'a str,
    pub paragraphs: &'a [String],
    pub button: &'a str,
    pub url: &'a str,
    pub small_print: &'a str,
}

#[derive(Template)]
#[template(path = "mail/action.txt")]
pub struct ActionText<'a> {
    pub page: &'a ActionHtml<'a>,
}

/// Many matches, grouped by watch.
#[derive(Template)]
#[template(path = "mail/digest.html")]
pub struct DigestHtml<'a> {
    pub product_url: &'a str,
    pub headline: &'a str,
    /// The text beside the subject in a list of emails.
    pub preview: &'a str,
    pub sections: Vec<DigestSection<'a>>,
    /// `And 3 more keywords`
    pub more_watches: Option<String>,
    /// The reasons why other alerts may not arrive.
    pub notices: &'a [String],
    pub open_url: &'a str,
    pub settings_url: &'a str,
    pub unsubscribe_url: &'a str,
}

pub struct DigestSection<'a> {
    pub keyword: String,
    /// `12 matches`
    pub count: String,
    /// `160 matches in an hour, 8 times as many as usual`
    pub burst: Option<String>,
    pub stories: Vec<DigestStory<'a>>,
    /// `And 37 more`
    pub more: Option<String>,
    /// The page that lists all of them.
    pub all_url: String,
}

pub struct DigestStory<'a> {
    pub title: Vec<Run>,
    /// Whether the title is a link to the post: not if it looks like another address.
    pub links_title: bool,
    pub excerpt: PostExcerpt,
    /// The place, the author, `12 points`, `3 matches`, `also in r/tea and on Hacker News`, and the like.
    pub facts: Vec<String>,
    pub url: Cow<'a, str>,
    /// What can be done about the newest match.
    pub links: Option<StoryLinks>,
}

pub struct StoryLinks {
    /// The page in Harken that shows the match.
    pub open_url: String,
    pub not_relevant_url: String,
    /// The page that offers to mute and snooze.
    pub less_url: String,
}

#[derive(Template)]
#[template(path = "mail/digest.txt")]
pub struct DigestText<'a> {
    pub page: &'a DigestHtml<'a>,
}
