//! The reasons why a watch cannot be made.

use super::exclusions::ExclusionError;
use super::name_problem::SubredditError;
use crate::query::QueryError;
use crate::text::MAX_KEYWORD_CHARS;

/// The reason why a watch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WatchError {
    /// The keyword is empty, or only white space.
    #[error("a keyword is required")]
    EmptyKeyword,
    /// The keyword has only characters that cannot be seen, such as zero-width spaces.
    #[error("the keyword has no visible characters")]
    InvisibleKeyword,
    /// The keyword has more than [`MAX_KEYWORD_CHARS`].
    #[error("a keyword can have at most {MAX_KEYWORD_CHARS} characters")]
    KeywordTooLong {
        /// The number of characters.
        chars: usize,
    },
    /// The keyword contains the character U+0000.
    #[error("a keyword cannot contain the NUL character")]
    NulInKeyword,
    /// Posts and comments are both excluded, or posts are and only titles match: the watch could
    /// never match.
    #[error("the filters leave nothing to search: include posts or comments")]
    NothingIncluded,
    /// A name that cannot be a subreddit's.
    #[error(transparent)]
    Subreddit(#[from] SubredditError),
    /// A text that is not a query.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Invalid exclusions.
    #[error(transparent)]
    Exclusions(#[from] ExclusionError),
}
