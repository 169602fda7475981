//! The items that are searched: posts and comments.

mod field;
mod find;
mod label;
mod place;
mod site;
mod span;

pub use field::Field;
pub(crate) use find::{find, replaced};
pub(crate) use label::{author_in_address, author_typed};
pub use label::{author_label, in_place, preposition};
pub use place::Place;
pub(crate) use place::sort_places;
pub use site::{
    BLUESKY, HACKER_NEWS, LEMMY, MAX_COMMUNITY_PLACE_CHARS, MAX_FEED_PLACE_CHARS, REDDIT, SITES,
    Site, community_place, feed_host, feed_place, is_subreddit, place_label, site_of,
};
pub(crate) use site::{
    community_typed, feed_typed, is_reddit, site_meant_by, split_address,
    strip_prefix_ignoring_case, trim_pasted,
};
pub use span::{Span, Utf16Span, from_utf16, to_utf16};

/// Whether an item opens a discussion or replies in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A post: its title and body are searched.
    Post,
    /// A comment: only its body is searched. Its title is that of the post it belongs to, which is
    /// an item of its own.
    Comment,
}

/// A post or comment, borrowed from wherever it is kept.
///
/// The texts come from the forum with their Markdown, and are decoded: a literal `&amp;` was typed.
///
/// ```
/// use matcher::{Item, Kind};
///
/// // What is not known or not there is left out.
/// let item = Item { author: "someone", score: Some(3), ..Item::comment("tea", "Oolong!") };
/// assert_eq!((item.kind, item.title, item.flair), (Kind::Comment, "", ""));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item<'a> {
    /// Post or comment.
    pub kind: Kind,
    /// The place where the item was written: a subreddit, in any spelling of the name, without
    /// `r/`; or a place of another site, such as `news.ycombinator.com` or
    /// `c/rust@programming.dev`.
    pub subreddit: &'a str,
    /// The name of the author.
    pub author: &'a str,
    /// The title of the post, or of the post that the comment belongs to.
    pub title: &'a str,
    /// The text; empty for a post that is only a link.
    pub body: &'a str,
    /// The label that the post's author or a moderator gave the post; empty for none.
    pub flair: &'a str,
    /// The address that the post links to; empty for a comment.
    pub url: &'a str,
    /// Upvotes minus downvotes, if known.
    pub score: Option<i64>,
}

impl<'a> Item<'a> {
    /// Returns a post whose other fields are empty.
    pub fn post(subreddit: &'a str, title: &'a str, body: &'a str) -> Self {
        Item {
            kind: Kind::Post,
            subreddit,
            author: "",
            title,
            body,
            flair: "",
            url: "",
            score: None,
        }
    }

    /// Returns a comment whose other fields are empty.
    pub fn comment(subreddit: &'a str, body: &'a str) -> Self {
        Item { kind: Kind::Comment, ..Item::post(subreddit, "", body) }
    }

    /// Returns the text of a field.
    pub fn text(&self, field: Field) -> &'a str {
        match field {
            Field::Title => self.title,
            Field::Body => self.body,
            Field::Flair => self.flair,
            Field::Url => self.url,
            Field::Author => self.author,
        }
    }

    /// Returns the fields that are searched in an item of this kind, unless a query asks for
    /// others.
    pub(crate) fn searched(&self) -> &'static [Field] {
        match self.kind {
            Kind::Post => &[Field::Title, Field::Body],
            Kind::Comment => &[Field::Body],
        }
    }
}
