//! Why a text is no query, and what to write instead.

use std::fmt;

use super::{MAX_DEPTH, MAX_DISTANCE, MAX_PATTERNS, MAX_QUERY_CHARS, MAX_TERMS};
use crate::{MAX_KEYWORD_CHARS, Span};

/// Why a query is refused: where, what, and what to write instead.
///
/// ```
/// use matcher::{Query, Span};
///
/// let error = Query::parse("tea OR (green").unwrap_err();
/// assert_eq!(error.span(), Span { start: 7, end: 8 });
/// assert_eq!(error.to_string(), "This parenthesis is never closed");
/// assert_eq!(error.advice(), "Add a ) where the group ends, or put \"(\" in quotes to search for it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    span: Span,
    problem: QueryProblem,
    /// There is none in a build without queries, so that the linker leaves its texts out.
    #[cfg(not(feature = "query"))]
    never: std::convert::Infallible,
}

impl QueryError {
    #[cfg(feature = "query")]
    pub(crate) fn new(span: Span, problem: QueryProblem) -> Self {
        QueryError { span, problem }
    }

    #[cfg(not(feature = "query"))]
    pub(crate) fn new(_: Span, _: QueryProblem) -> Self {
        unreachable!("nothing is read in a build without queries")
    }

    /// The part of the query that is meant, in bytes; [`to_utf16`](crate::to_utf16) converts it.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What is wrong, for programs.
    pub fn problem(&self) -> &QueryProblem {
        &self.problem
    }

    /// What to write instead. Never empty.
    pub fn advice(&self) -> String {
        self.problem.advice()
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message())
    }
}

impl std::error::Error for QueryError {}

/// What can be wrong with a query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryProblem {
    /// Nothing, or only white space.
    Empty,
    /// More than [`MAX_QUERY_CHARS`] characters; this many.
    TooLong(usize),
    /// Parentheses or negations inside one another, more than [`MAX_DEPTH`] deep.
    TooDeep,
    /// More than [`MAX_TERMS`] words, phrases and the like.
    TooManyTerms,
    /// More than [`MAX_PATTERNS`] regular expressions.
    TooManyPatterns,
    /// A quote without its partner.
    UnclosedQuote,
    /// A backtick without its partner.
    UnclosedBacktick,
    /// A regular expression without its second slash.
    UnclosedPattern,
    /// `(` without `)`.
    UnclosedGroup,
    /// `)` without `(`.
    UnopenedGroup,
    /// `()`.
    EmptyGroup,
    /// Quotes, backticks or slashes around nothing.
    EmptyTerm,
    /// `OR`, `AND` or `NEAR` with nothing before it.
    NothingBefore(&'static str),
    /// `OR`, `AND`, `NEAR`, `NOT` or a field with nothing after it.
    NothingAfter(&'static str),
    /// `-` by itself.
    LoneMinus,
    /// `--word`.
    DoubleMinus(String),
    /// Only stars.
    LoneStar,
    /// A star inside a word.
    InnerStar(String),
    /// An operator of another language, such as `||`, and what it is here.
    AlienOperator(String, &'static str),
    /// `word:` that is no field, and the field that may be meant.
    UnknownField(String, Option<&'static str>),
    /// A field inside the group of another.
    FieldInField,
    /// `field:-word`.
    NegatedValue(&'static str),
    /// A group after `type:` or `min_score:`.
    GroupNotAllowed(&'static str),
    /// `NEAR` with something other than a word from 1 to [`MAX_DISTANCE`] after the slash.
    BadDistance(String),
    /// A side of `NEAR` that is neither a word or phrase nor a choice of them.
    BadNearSide,
    /// `a NEAR/1 b NEAR/1 c`.
    NearChain,
    /// `min_score:` of no whole number.
    BadNumber(String),
    /// `type:` of something else than `post` or `comment`.
    BadType(String),
    /// No name that an author or subreddit can have.
    BadName(String),
    /// `min_score:` under a negation.
    NegatedScore,
    /// No character that can be seen.
    Invisible,
    /// The character U+0000.
    Nul,
    /// A word or phrase of more than [`MAX_KEYWORD_CHARS`] characters; this many.
    TermTooLong(usize),
    /// Text right after a regular expression.
    AfterPattern(String),
    /// A regular expression that cannot be read, with the reason.
    BadPattern(String),
    /// A regular expression that takes too much memory.
    PatternTooLarge,
    /// A regular expression that also matches no text at all, and so everywhere.
    PatternMatchesNothing,
    /// A regular expression, in a build without them: load the one that has them.
    PatternsNotLoaded,
    /// Nothing that must stand in the text, for the reason given.
    NothingRequired(Unanchored),
}

/// Why a part of a query requires no text that could be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanchored {
    /// It only leaves out.
    OnlyNot,
    /// It only asks for posts or comments.
    OnlyType,
    /// It only asks for a score.
    OnlyScore,
    /// It only asks for a subreddit.
    OnlySub,
    /// It only asks for a part of an author's name.
    OnlyPartOfAuthor,
    /// It is a regular expression without three characters in a row that are always there.
    OnlyPattern,
}

impl QueryProblem {
    fn message(&self) -> String {
        use QueryProblem as P;
        match self {
            P::Empty => "The query is empty".into(),
            P::TooLong(chars) => {
                format!("A query has at most {MAX_QUERY_CHARS} characters, this one has {chars}")
            }
            P::TooDeep => format!("Groups lie at most {MAX_DEPTH} deep in one another"),
            P::TooManyTerms => format!("A query has at most {MAX_TERMS} words and phrases"),
            P::TooManyPatterns => {
                format!("A query has at most {MAX_PATTERNS} regular expressions")
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
            P::LoneMinus => "This - stands by itself".into(),
            P::DoubleMinus(word) => format!("{word} begins with two -"),
            P::LoneStar => "A * by itself would match everything".into(),
            P::InnerStar(word) => format!("The * in {word} stands inside the word"),
            P::AlienOperator(typed, _) => format!("{typed} is no operator here"),
            P::UnknownField(name, _) => format!("There is no field {name}:"),
            P::FieldInField => "This field stands inside another one".into(),
            P::NegatedValue(field) => format!("A - cannot stand after {field}"),
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
            P::BadName(typed) => format!("\"{typed}\" cannot be such a name"),
            P::NegatedScore => "A score that is too low cannot be asked for".into(),
            P::Invisible => "This has no character that can be seen".into(),
            P::Nul => "A query cannot contain the NUL character".into(),
            P::TermTooLong(chars) => format!(
                "A word or phrase has at most {MAX_KEYWORD_CHARS} characters, this one has {chars}"
            ),
            P::AfterPattern(_) => "A regular expression ends at its second /".into(),
            P::BadPattern(reason) => {
                format!("This regular expression cannot be read: {reason}")
            }
            P::PatternTooLarge => "This regular expression takes too much memory".into(),
            P::PatternMatchesNothing => {
                "This regular expression also matches no text at all, so it is everywhere".into()
            }
            P::PatternsNotLoaded => "The part that reads regular expressions is not loaded".into(),
            P::NothingRequired(why) => why.message().into(),
        }
    }

    fn advice(&self) -> String {
        use QueryProblem as P;
        match self {
            P::Empty => "Write a word, or a \"phrase\" in quotes".into(),
            P::TooLong(_) | P::TooManyTerms => {
                "Make two watches of it, each with a part of the words".into()
            }
            P::TooDeep => "Leave out parentheses that are not needed".into(),
            P::TooManyPatterns => {
                "Join them in one, as in /one|two/, or use words with * instead".into()
            }
            P::UnclosedQuote => "Add a \" where the phrase ends".into(),
            P::UnclosedBacktick => "Add a ` where the exact text ends".into(),
            P::UnclosedPattern => {
                "Add a / where it ends, or put the text in quotes to search for it as it is".into()
            }
            P::UnclosedGroup => {
                "Add a ) where the group ends, or put \"(\" in quotes to search for it".into()
            }
            P::UnopenedGroup => {
                "Take it away, add a ( where the group begins, or put \")\" in quotes".into()
            }
            P::EmptyGroup => {
                "Put words between them, or write text such as `main()` in backticks".into()
            }
            P::EmptyTerm => "Put the text to search for between them".into(),
            P::NothingBefore(operator) | P::NothingAfter(operator) if operator.ends_with(':') => {
                format!("Write the value right after it, without a space, as in {operator}{}", example(operator))
            }
            P::NothingBefore(operator) | P::NothingAfter(operator) if *operator == "NOT" => {
                format!("Write what is to be left out after it, as in tea NOT coffee, or \"{operator}\" in quotes to search for the word")
            }
            P::NothingBefore(operator) | P::NothingAfter(operator) => {
                format!("Write a word on both sides, as in tea {operator} coffee, or \"{}\" in quotes to search for the word", operator.split('/').next().unwrap_or(operator))
            }
            P::LoneMinus => {
                "Write it right before what is to be left out, as in -coffee, or \"-\" in quotes".into()
            }
            P::DoubleMinus(word) => {
                format!("Write `{word}` in backticks to search for it, or one - to leave the word out")
            }
            P::LoneStar => "Put it at an end of a word, as in tea*, or write \"*\" in quotes".into(),
            P::InnerStar(word) => {
                let (before, after) = word.split_once('*').unwrap_or((word, ""));
                format!("Write {before}* or *{}, or \"{word}\" in quotes to search for the star", after.trim_start_matches('*'))
            }
            P::AlienOperator(typed, instead) => {
                format!("Write {instead}, or \"{typed}\" in quotes to search for it")
            }
            P::UnknownField(name, Some(meant)) => {
                format!("Did you mean {meant}? To search for the text, write \"{name}:\" in quotes")
            }
            P::UnknownField(name, None) => format!(
                "The fields are title: body: author: sub: flair: url: type: and min_score:. To search for the text, write \"{name}:\" in quotes"
            ),
            P::FieldInField => "Write the fields side by side, as in title:tea body:coffee".into(),
            P::NegatedValue(field) => format!("Write the - before the field, as in -{field}{}", example(field)),
            P::GroupNotAllowed(field) => {
                format!("Write ({field}{0} OR …) for a choice, as in {field}{0}", example(field))
            }
            P::BadDistance(_) => "Write for instance NEAR/5, or \"NEAR\" in quotes to search for the word".into(),
            P::BadNearSide => {
                "Write for instance tea NEAR/5 (green OR black), and the rest beside it".into()
            }
            P::NearChain => "Write two of them, as in (a NEAR/5 b) (b NEAR/5 c)".into(),
            P::BadNumber(_) => "Write for instance min_score:10".into(),
            P::BadType(_) => "Write type:post or type:comment".into(),
            P::BadName(_) => {
                "A name has only letters, digits, _ and -; write for instance sub:rust or author:someone".into()
            }
            P::NegatedScore => "Take away the - or NOT before it, or leave min_score: out".into(),
            P::Invisible | P::Nul => "Type the text anew".into(),
            P::TermTooLong(_) => "Shorten it to the words that matter".into(),
            P::AfterPattern(text) => match subreddit_of(text) {
                Some(name) => format!("Write sub:{name} to search in that subreddit, or \"{text}\" in quotes to search for the text"),
                None => format!("Put a space after it, write \\/ for a slash inside, or \"{text}\" in quotes to search for the text"),
            },
            P::BadPattern(_) => {
                "Mend it, write \\ before a symbol that is meant as it is, or put the text in quotes".into()
            }
            P::PatternTooLarge => "Shorten it, or ask for fewer repetitions than in {1000}".into(),
            P::PatternMatchesNothing => "Write + in place of *, or take ? away, so that something must be there".into(),
            P::PatternsNotLoaded => "Load it and try again, or use words with * in place of the regular expression".into(),
            P::NothingRequired(why) => why.advice().into(),
        }
    }
}

impl Unanchored {
    fn message(self) -> &'static str {
        match self {
            Unanchored::OnlyNot => "This only leaves out, so nearly everything would match",
            Unanchored::OnlyType => "This only asks for a kind, so half of everything would match",
            Unanchored::OnlyScore => "This only asks for a score, whatever the text",
            Unanchored::OnlySub => {
                "This only asks for a subreddit, so all that is in it would match"
            }
            Unanchored::OnlyPartOfAuthor => "This only asks for a part of a name",
            Unanchored::OnlyPattern => {
                "This regular expression has no three characters in a row that are always there"
            }
        }
    }

    fn advice(self) -> &'static str {
        match self {
            Unanchored::OnlyNot => "Add a word that must be there, as in tea -coffee",
            Unanchored::OnlyType => "Add a word that must be there, as in tea type:post",
            Unanchored::OnlyScore => "Add a word that must be there, as in tea min_score:10",
            Unanchored::OnlySub => {
                "Add a word that must be there, as in tea sub:drinks, on every side of an OR"
            }
            Unanchored::OnlyPartOfAuthor => {
                "Write the whole name without *, or add a word that must be there"
            }
            Unanchored::OnlyPattern => "Add a word that must be there, as in order /#\\d+/",
        }
    }
}

/// A value to show after a field.
fn example(field: &str) -> &'static str {
    match field {
        "author:" => "someone",
        "sub:" => "drinks",
        "url:" => "example.com",
        "type:" => "post",
        "min_score:" => "10",
        _ => "tea",
    }
}

/// The name in `/r/name`.
fn subreddit_of(text: &str) -> Option<&str> {
    let name = text.strip_prefix("/r/")?.split('/').next()?;
    (!name.is_empty()).then_some(name)
}
