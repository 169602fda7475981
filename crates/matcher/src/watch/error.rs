//! Why a watch cannot be made.

use super::exclusions::ExclusionError;
use super::subreddit_name::SubredditError;
use crate::query::QueryError;
use crate::text::MAX_KEYWORD_CHARS;

/// Why a watch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WatchError {
    /// Nothing, or only white space.
    #[error("a keyword is required")]
    EmptyKeyword,
    /// Only characters that cannot be seen, such as zero-width spaces.
    #[error("the keyword has no visible characters")]
    InvisibleKeyword,
    /// More than [`MAX_KEYWORD_CHARS`].
    #[error("a keyword can have at most {MAX_KEYWORD_CHARS} characters")]
    KeywordTooLong {
        /// How many it has.
        chars: usize,
    },
    /// The character U+0000.
    #[error("a keyword cannot contain the NUL character")]
    NulInKeyword,
    /// Posts and comments both left out, or titles only and posts left out: it could never match.
    #[error("the filters leave nothing to search: include posts or comments")]
    NothingIncluded,
    /// A name that cannot be a subreddit's.
    #[error(transparent)]
    Subreddit(#[from] SubredditError),
    /// A text that is no query.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Exclusions that cannot be.
    #[error(transparent)]
    Exclusions(#[from] ExclusionError),
}
