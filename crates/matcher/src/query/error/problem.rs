//! The problems that a query can have, for programs.

/// A problem of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryProblem {
    /// The query is empty, or only white space.
    Empty,
    /// More than [`MAX_QUERY_CHARS`](crate::MAX_QUERY_CHARS) characters, with their number.
    TooLong(usize),
    /// Parentheses or negations nested more than [`MAX_DEPTH`](crate::MAX_DEPTH) deep.
    TooDeep,
    /// More than [`MAX_TERMS`](crate::MAX_TERMS) words, phrases and the like.
    TooManyTerms,
    /// More than [`MAX_PATTERNS`](crate::MAX_PATTERNS) regular expressions.
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
    /// An operator of another language, such as `||`, and its equivalent here.
    AlienOperator(String, &'static str),
    /// `word:` that is not a field, and the field that may be meant.
    UnknownField(String, Option<&'static str>),
    /// A field inside the group of another.
    FieldInField,
    /// `field:-word`.
    NegatedValue(&'static str),
    /// A group after `type:` or `min_score:`.
    GroupNotAllowed(&'static str),
    /// `NEAR` with something other than a word from 1 to [`MAX_DISTANCE`](crate::MAX_DISTANCE) after the slash.
    BadDistance(String),
    /// A side of `NEAR` that is neither a word or phrase nor a choice of them.
    BadNearSide,
    /// `a NEAR/1 b NEAR/1 c`.
    NearChain,
    /// `min_score:` with something other than a whole number.
    BadNumber(String),
    /// `type:` with something other than `post` or `comment`.
    BadType(String),
    /// A name that no author or subreddit can have.
    BadName(String),
    /// Neither a site's host nor what people call one of the sites.
    BadSite(String),
    /// `min_score:` under a negation.
    NegatedScore,
    /// A text without any visible character.
    Invisible,
    /// The character U+0000.
    Nul,
    /// A word or phrase of more than [`MAX_KEYWORD_CHARS`](crate::MAX_KEYWORD_CHARS) characters,
    /// with their number.
    TermTooLong(usize),
    /// Text right after a regular expression.
    AfterPattern(String),
    /// An invalid regular expression, with the reason.
    BadPattern(String),
    /// A regular expression that takes too much memory.
    PatternTooLarge,
    /// A regular expression that also matches the empty text, and so matches everywhere.
    PatternMatchesNothing,
    /// A regular expression, in a build without them: load the build that has them.
    PatternsNotLoaded,
    /// No text that must be present, for the reason given.
    NothingRequired(Unanchored),
}

/// The reason why a part of a query requires no text that could be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanchored {
    /// The part only excludes.
    OnlyNot,
    /// The part only asks for posts or comments.
    OnlyType,
    /// The part only asks for a score.
    OnlyScore,
    /// The part only asks for a subreddit.
    OnlySub,
    /// The part only asks for a site.
    OnlySite,
    /// The part only asks for a part of an author's name.
    OnlyPartOfAuthor,
    /// The part is a regular expression without three characters in a row that are always present.
    OnlyPattern,
}
