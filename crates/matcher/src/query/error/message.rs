//! Messages about what is wrong with a query, for people.

use super::problem::{QueryProblem, Unanchored};
use crate::query::limits::{MAX_DEPTH, MAX_DISTANCE, MAX_PATTERNS, MAX_QUERY_CHARS, MAX_TERMS};
use crate::text::{MAX_KEYWORD_CHARS, grouped};

impl QueryProblem {
    pub(super) fn message(&self) -> String {
        use QueryProblem as P;
        match self {
            P::Empty => "The query is empty".into(),
            P::TooLong(chars) => {
                let (most, chars) = (grouped(MAX_QUERY_CHARS as u64), grouped(*chars as u64));
                format!("A query can have at most {most} characters; this one has {chars}")
            }
            P::TooDeep => format!("Groups can be nested at most {MAX_DEPTH} deep"),
            P::TooManyTerms => format!("A query can have at most {MAX_TERMS} words and phrases"),
            P::TooManyPatterns => {
                format!("A query can have at most {MAX_PATTERNS} regular expressions")
            }
            P::UnclosedQuote => "This quote is never closed".into(),
            P::UnclosedBacktick => "This backtick is never closed".into(),
            P::UnclosedPattern => "This regular expression has no closing /".into(),
            P::UnclosedGroup => "This parenthesis is never closed".into(),
            P::UnopenedGroup => "There is no ( for this )".into(),
            P::EmptyGroup => "There is nothing in these parentheses".into(),
            P::EmptyTerm => "There is nothing between these".into(),
            P::NothingBefore(operator) => format!("{operator} has nothing before it"),
            P::NothingAfter(operator) => format!("{operator} has nothing after it"),
            P::LoneMinus => "This - is on its own".into(),
            P::DoubleMinus(word) => format!("{word} begins with two -"),
            P::LoneStar => "A * by itself would match everything".into(),
            P::InnerStar(word) => format!("The * in {word} is in the middle of the word"),
            P::AlienOperator(typed, _) => format!("{typed} is not an operator here"),
            P::UnknownField(name, _) => format!("There is no field {name}:"),
            P::FieldInField => "This field is inside another field".into(),
            P::NegatedValue(field) => format!("A - cannot follow {field}"),
            P::GroupNotAllowed(field) => format!("{field} takes one value, not a group"),
            P::BadDistance(typed) => {
                format!("{typed} needs a number of words from 1 to {MAX_DISTANCE}")
            }
            P::BadNearSide => {
                "NEAR takes a word or phrase on each side, or a choice of them".into()
            }
            P::NearChain => "NEAR joins two sides, not three".into(),
            P::BadNumber(typed) => format!("\"{typed}\" is not a whole number"),
            P::BadType(typed) => format!("There is no type \"{typed}\""),
            P::BadName(typed) => format!("\"{typed}\" is not a valid name"),
            P::BadSite(typed) => format!("\"{typed}\" is not the name of a site"),
            P::NegatedScore => "A minimum score cannot be excluded".into(),
            P::Invisible => "This has no visible characters".into(),
            P::Nul => "A query cannot contain the NUL character".into(),
            P::TermTooLong(chars) => format!(
                "A word or phrase can have at most {MAX_KEYWORD_CHARS} characters; this one has {}",
                grouped(*chars as u64)
            ),
            P::AfterPattern(_) => "A regular expression ends at its second /".into(),
            P::BadPattern(reason) => {
                format!("This regular expression cannot be read: {reason}")
            }
            P::PatternTooLarge => "This regular expression takes too much memory".into(),
            P::PatternMatchesNothing => {
                "This regular expression also matches empty text, so everything would match".into()
            }
            P::PatternsNotLoaded => "Regular expressions are not loaded".into(),
            P::NothingRequired(why) => why.message().into(),
        }
    }
}

impl Unanchored {
    fn message(self) -> &'static str {
        match self {
            Unanchored::OnlyNot => "This only excludes, so nearly everything would match",
            Unanchored::OnlyType => "This only limits the type, so half of everything would match",
            Unanchored::OnlyScore => "This only sets a minimum score, so any text would match",
            Unanchored::OnlySub => "This only names a subreddit, so everything in it would match",
            Unanchored::OnlySite => "This only names a site, so everything on it would match",
            Unanchored::OnlyPartOfAuthor => "This only gives part of a name",
            Unanchored::OnlyPattern => {
                "This regular expression has no three consecutive characters that every match contains"
            }
        }
    }
}
