//! Oddities of a watch, as types and as text.

use std::fmt;

use crate::item::Span;
use crate::text::grouped;
use crate::watch::WatchId;

/// A remark on a watch. Its [`Display`](fmt::Display) text is meant for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Lint {
    /// Nothing can match the watch, for this reason.
    NeverMatches(NeverMatches),
    /// A word such as `or` that may be meant as an operator, and its span in the query.
    LowerCaseOperator(String, Span),
    /// A keyword that need not be a whole word is part of many common words.
    InsideCommonWords {
        /// The keyword, or the part of the query in its plainest form.
        rule: String,
        /// The number of common words.
        count: usize,
        /// Some of them.
        examples: Vec<String>,
    },
    /// The watch matches a large part of all items.
    MatchesMuch {
        /// The share of all items that match, in percent.
        percent: f64,
        /// The expected matches per day.
        a_day: f64,
    },
    /// Another watch finds the same.
    SameAs(WatchId),
}

/// The reason why nothing can match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeverMatches {
    /// The same is required and excluded: the two parts in their plainest form.
    Contradiction(String, String),
    /// What the query asks for is not in the posts or comments that the watch looks at.
    NoKind,
    /// The query asks for the body, and only titles are searched.
    BodyOfTitlesOnly,
    /// Two subreddits, sites or authors at once, or one that is excluded or out of scope.
    Names(String),
    /// The sides of `NEAR` are in different fields.
    NearAcrossFields(String),
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lint::NeverMatches(why) => write!(f, "This can never match: {why}"),
            Lint::LowerCaseOperator(word, _) => {
                write!(
                    f,
                    "\"{word}\" is searched for as a word; write {} to combine words",
                    word.to_uppercase()
                )
            }
            Lint::InsideCommonWords { rule, count, examples } => write!(
                f,
                "{rule} is part of {} common words, such as {}; match whole words to exclude them",
                grouped(*count as u64),
                examples.join(", ")
            ),
            // As integers: the formatting of other numbers takes 15 KB in the browser's build.
            Lint::MatchesMuch { percent, a_day } => {
                let (hundredths, a_day) = ((percent * 100.0) as u64, grouped(*a_day as u64));
                if hundredths < 100 {
                    write!(
                        f,
                        "This matches 0.{hundredths:02}% of everything: expect about {a_day} matches a day"
                    )
                } else {
                    let percent = (hundredths + 50) / 100;
                    write!(
                        f,
                        "This matches {percent}% of everything: expect about {a_day} matches a day"
                    )
                }
            }
            Lint::SameAs(_) => f.write_str("Another of your keywords already finds the same"),
        }
    }
}

impl fmt::Display for NeverMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NeverMatches::Contradiction(asked, out) => {
                write!(f, "it requires {asked}, but {out} excludes it")
            }
            NeverMatches::NoKind => {
                f.write_str("the posts or comments that could contain it are not searched")
            }
            NeverMatches::BodyOfTitlesOnly => {
                f.write_str("it requires body:, but only titles are searched")
            }
            NeverMatches::Names(rule) => write!(f, "{rule} is outside what the keyword searches"),
            NeverMatches::NearAcrossFields(rule) => {
                write!(f, "the two sides of {rule} are in different fields")
            }
        }
    }
}
