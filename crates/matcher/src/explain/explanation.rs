//! Explanations about a watch and an item, as types and as text.

use std::fmt;

use crate::item::{Kind, Place, Span, author_label, is_subreddit, place_label};
use crate::query::WordRejection;

/// The outcome of a watch on an item; see [`SingleWatch::explain`](crate::SingleWatch::explain).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// The item matches, because all of these hold.
    Match(Vec<Reason>),
    /// The words are present, but these rejected them.
    NearMiss(Vec<Rejection>),
    /// The words are absent.
    Miss,
}

/// A part of a watch's rule that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The part in its plainest form, such as `title:"green tea"`; for a literal watch, its
    /// keyword.
    pub rule: String,
    /// The part's span in the watch's keyword or query, in bytes.
    pub at: Span,
    /// The places where the part was found, up to 50. Empty for a part without a place: an
    /// exclusion that holds, a kind, a score, a subreddit or a site.
    pub places: Vec<Place>,
}

/// The reason why a watch does not match. Its [`Display`](fmt::Display) text is meant for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The watch excludes items of this kind, or its query asks for the other kind.
    Kind(Kind),
    /// The watch does not look in the item's place.
    Subreddit(String),
    /// The watch excludes the item's place.
    ExcludedSubreddit(String),
    /// The watch excludes the item's author.
    ExcludedAuthor {
        /// The author, without `u/`.
        author: String,
        /// The place where the item was written.
        place: String,
    },
    /// A word or phrase is present, but not as it should be.
    Word {
        /// The part of the rule in its plainest form.
        rule: String,
        /// The reason why it does not count.
        why: WordRejection,
        /// The first place of this kind.
        place: Place,
    },
    /// Something that the query excludes is present.
    LeftOut {
        /// The part of the query in its plainest form.
        rule: String,
        /// The places where it was found.
        places: Vec<Place>,
    },
    /// The two sides of `NEAR` are too far apart.
    TooFar {
        /// The part of the query in its plainest form.
        rule: String,
        /// The number of words between the nearest two; `None` if they are in different fields.
        words: Option<usize>,
    },
    /// The author, subreddit or site is not the one that the query asks for.
    Name(String),
    /// The score is too low or unknown.
    Score {
        /// The least score that the query asks for.
        wanted: i64,
        /// The item's score.
        score: Option<i64>,
    },
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Kind(Kind::Post) => f.write_str("It is a post, and posts are not searched"),
            Rejection::Kind(Kind::Comment) => {
                f.write_str("It is a comment, and comments are not searched")
            }
            Rejection::Subreddit(place) => {
                let kind = if is_subreddit(place) { "subreddits" } else { "sites" };
                write!(f, "{} is not one of the {kind}", place_label(place))
            }
            Rejection::ExcludedSubreddit(place) => write!(f, "{} is excluded", place_label(place)),
            Rejection::ExcludedAuthor { author, place } => {
                write!(f, "{} is excluded", author_label(author, place))
            }
            Rejection::Word { rule, why, .. } => write!(f, "{rule} {}", why.text()),
            Rejection::LeftOut { rule, .. } => write!(f, "{rule} excludes it"),
            Rejection::TooFar { rule, words: None } => {
                write!(f, "{rule}: they are in different fields")
            }
            Rejection::TooFar { rule, words: Some(words) } => {
                write!(f, "{rule}: the nearest are {words} words apart")
            }
            Rejection::Name(rule) => write!(f, "It does not match {rule}"),
            Rejection::Score { wanted, score: Some(score) } => {
                write!(f, "Its score is {score}, but must be at least {wanted}")
            }
            Rejection::Score { wanted, score: None } => {
                write!(f, "Its score is not known yet; it must be at least {wanted}")
            }
        }
    }
}

impl WordRejection {
    fn text(self) -> &'static str {
        match self {
            WordRejection::OutsideTitle => "is in the text, but only titles are searched",
            WordRejection::OtherField => "is in another field",
            WordRejection::Case => "is there, but with different capitals",
            WordRejection::PartOfWord => "is only part of a longer word",
        }
    }
}
