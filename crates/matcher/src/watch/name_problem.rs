//! The reasons why a text is not a subreddit's name.

/// The fewest characters of a subreddit's name that counts without the forum's confirmation.
pub(super) const MIN_TYPED_CHARS: usize = 3;
pub(super) const MAX_CHARS: usize = 21;
pub(super) const MIN_USER_CHARS: usize = 3;
pub(super) const MAX_USER_CHARS: usize = 20;

/// A text that names neither a subreddit nor a site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{input}\" is not a subreddit name: {problem}")]
pub struct SubredditError {
    /// The text, without surrounding white space.
    pub input: String,
    /// The problem of the name.
    pub problem: NameProblem,
}

impl SubredditError {
    pub(super) fn new(input: &str, problem: NameProblem) -> Self {
        SubredditError { input: input.trim().to_owned(), problem }
    }
}

/// A problem of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameProblem {
    /// Nothing remains once `r/` and the like are removed.
    #[error("it is empty")]
    Empty,
    /// Too short for any subreddit.
    #[error("it has fewer than {MIN_TYPED_CHARS} characters")]
    TooShort,
    /// More than 21 characters.
    #[error("it has more than {MAX_CHARS} characters")]
    TooLong,
    /// It starts with an underscore.
    #[error("it starts with an underscore")]
    LeadingUnderscore,
    /// Something other than ASCII letters, digits and underscores.
    #[error("it contains '{0}'; only letters, digits and underscores are allowed")]
    Character(char),
    /// A user's name that no user can have.
    #[error(
        "a user's name has {MIN_USER_CHARS} to {MAX_USER_CHARS} letters, digits, underscores and hyphens"
    )]
    Profile,
    /// A joined listing where one name is needed.
    #[error("it joins several subreddits; name one")]
    Several,
    /// A user of another site, whose posts are not a place.
    #[error("it is a person; to find what somebody writes, use author: in a query")]
    Person,
    /// An address of the forum that names no subreddit, such as a short one of a post.
    #[error("the address names no subreddit; open it, and copy one with /r/ in it")]
    Unnamed,
    /// An address of another website.
    #[error("it is an address of another website; to read a feed, add it to your feeds")]
    Elsewhere,
}
