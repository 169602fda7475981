//! The places and authors that a watch excludes.

use std::fmt;

use super::name_problem::SubredditError;
use super::subreddit_name::SubredditName;
use crate::item::{Item, Site, author_typed};

/// The most places, and the most authors, that a watch can exclude.
pub const MAX_EXCLUSIONS: usize = 100;

const MAX_AUTHOR_CHARS: usize = 100;

/// The places and authors whose items a watch ignores, whatever their text.
///
/// ```
/// use matcher::{Exclusions, Filters, Item, Matcher, Scope, Watch, WatchId};
///
/// let tea = Watch::new(WatchId(1), "tea", Scope::All, Filters::default())?
///     .with_exclusions(Exclusions::parse(["r/boston"], ["u/tea_bot"])?)?;
/// let matcher = Matcher::build([tea]);
/// assert!(matcher.matching_watches(&Item::post("Boston", "The tea party", "")).is_empty());
/// assert_eq!(matcher.matching_watches(&Item::post("drinks", "Tea!", "")), [WatchId(1)]);
/// # Ok::<(), matcher::WatchError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exclusions {
    subreddits: Vec<SubredditName>,
    authors: Vec<AuthorName>,
}

impl Exclusions {
    /// Reads names in any form. Of two spellings of one name the first is kept.
    pub fn parse<S: AsRef<str>, A: AsRef<str>>(
        subreddits: impl IntoIterator<Item = S>,
        authors: impl IntoIterator<Item = A>,
    ) -> Result<Self, ExclusionError> {
        let mut read = Exclusions::default();
        for name in subreddits {
            for name in SubredditName::parse_joined(name.as_ref())? {
                if !read.subreddits.contains(&name) {
                    read.subreddits.push(name);
                }
            }
        }
        for name in authors {
            let name = AuthorName::parse(name.as_ref())?;
            if !read.authors.contains(&name) {
                read.authors.push(name);
            }
        }
        if read.subreddits.len().max(read.authors.len()) > MAX_EXCLUSIONS {
            return Err(ExclusionError::TooMany);
        }
        Ok(read)
    }

    /// Returns the excluded subreddits and sites.
    pub fn subreddits(&self) -> &[SubredditName] {
        &self.subreddits
    }

    /// Returns the excluded authors.
    pub fn authors(&self) -> &[AuthorName] {
        &self.authors
    }

    /// Returns whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.subreddits.is_empty() && self.authors.is_empty()
    }

    pub(crate) fn leave_out(&self, item: &Item<'_>) -> bool {
        self.leave_out_subreddit(item.subreddit) || self.leave_out_author(item.author)
    }

    pub(crate) fn leave_out_subreddit(&self, name: &str) -> bool {
        let mut own = self.subreddits.iter().map(SubredditName::as_str);
        own.any(|own| {
            own.eq_ignore_ascii_case(name) || Site::of(name).is_some_and(|site| site.place == own)
        })
    }

    pub(crate) fn leave_out_author(&self, name: &str) -> bool {
        self.authors.iter().any(|own| own.0.eq_ignore_ascii_case(name))
    }
}

/// A name that an author can have: up to 100 ASCII letters, digits and any of `_-.@:`. Names on
/// Reddit have letters, digits, underscores and hyphens; on Bluesky they are hosts, and on Lemmy
/// `name@host`.
///
/// Names are compared without regard to case and keep their original spelling.
#[derive(Clone, Debug)]
pub struct AuthorName(String);

impl AuthorName {
    /// Reads a name in any of the forms `name`, `@name`, `u/name`, `/user/name`, or the address of
    /// an author's page on Reddit, Hacker News, Bluesky or Lemmy.
    pub fn parse(input: &str) -> Result<Self, ExclusionError> {
        let input = input.trim();
        match author_typed(input).filter(|name| name.len() <= MAX_AUTHOR_CHARS) {
            Some(name) => Ok(AuthorName(name)),
            None => Err(ExclusionError::Author(input.to_owned())),
        }
    }

    /// Returns the name in its original spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for AuthorName {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for AuthorName {}

impl fmt::Display for AuthorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The reason why exclusions are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExclusionError {
    /// A name that cannot be a subreddit's.
    #[error(transparent)]
    Subreddit(#[from] SubredditError),
    /// A name that cannot be an author's.
    #[error(
        "\"{0}\" is not an author's name: use at most {MAX_AUTHOR_CHARS} letters, digits and the characters _ - . @ :"
    )]
    Author(String),
    /// More than [`MAX_EXCLUSIONS`] places or authors.
    #[error("a keyword can exclude at most {MAX_EXCLUSIONS} subreddits and as many authors")]
    TooMany,
    /// Every place that the watch looks in is excluded.
    #[error("every subreddit and site of the keyword is excluded, so there is nothing to search")]
    NothingLeft,
}
