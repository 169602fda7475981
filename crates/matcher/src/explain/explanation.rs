//! What can be said of a watch and an item, in types and in words.

use std::fmt;

use crate::item::{Kind, Place, Span, author_label, is_subreddit, place_label};
use crate::query::WordRejection;

/// What a watch made of an item; see [`SingleWatch::explain`](crate::SingleWatch::explain).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// It matches, because every one of these holds.
    Match(Vec<Reason>),
    /// Its words are there, but these rejected them.
    NearMiss(Vec<Rejection>),
    /// Its words are not there.
    Miss,
}

/// A part of a watch's rule that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The part in its plainest form, such as `title:"green tea"`; of a literal watch its keyword.
    pub rule: String,
    /// Where the part stands in the watch's keyword or query, in bytes.
    pub at: Span,
    /// Where it was found, up to 50 places. None for what has no place: what is left out and is
    /// not there, a kind, a score, a subreddit or site.
    pub places: Vec<Place>,
}

/// What kept a watch from matching. [`Display`](fmt::Display) says it to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The watch leaves out items of this kind, or its query asks for the other one.
    Kind(Kind),
    /// The item's place is not one that the watch looks in.
    Subreddit(String),
    /// The watch leaves out the item's place.
    ExcludedSubreddit(String),
    /// The watch leaves out the item's author.
    ExcludedAuthor {
        /// Without `u/`.
        author: String,
        /// Where the item was written.
        place: String,
    },
    /// A word or phrase is there, but not as it should be.
    Word {
        /// The part of the rule in its plainest form.
        rule: String,
        /// What is wrong with it.
        why: WordRejection,
        /// The first place of this kind.
        place: Place,
    },
    /// What the query leaves out is there.
    LeftOut {
        /// The part of the query in its plainest form.
        rule: String,
        /// Where it is.
        places: Vec<Place>,
    },
    /// The two sides of `NEAR` are too far apart.
    TooFar {
        /// The part of the query in its plainest form.
        rule: String,
        /// How many words apart the nearest are; `None` if they stand in different fields.
        words: Option<usize>,
    },
    /// The author, subreddit or site is not the one that the query asks for.
    Name(String),
    /// The score is too low, or not known.
    Score {
        /// The least that the query asks for.
        wanted: i64,
        /// The item's.
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
                let kind = if is_subreddit(place) {
                    "subreddits"
                } else {
                    "sites"
                };
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
            Rejection::TooFar {
                rule,
                words: Some(words),
            } => {
                write!(f, "{rule}: the nearest are {words} words apart")
            }
            Rejection::Name(rule) => write!(f, "It does not match {rule}"),
            Rejection::Score {
                wanted,
                score: Some(score),
            } => {
                write!(f, "Its score is {score}, but must be at least {wanted}")
            }
            Rejection::Score {
                wanted,
                score: None,
            } => {
                write!(
                    f,
                    "Its score is not known yet; it must be at least {wanted}"
                )
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
