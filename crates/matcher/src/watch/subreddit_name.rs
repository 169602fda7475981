//! Names of subreddits and sites: the rules, and the ways people type them.

use std::fmt;

use crate::item::{
    SITES, Site, community_typed, feed_typed, is_reddit, split_address, strip_prefix_ignoring_case,
};

/// The name that means every subreddit.
pub const ALL: &str = "all";

const MIN_CHARS: usize = 3;
const MAX_CHARS: usize = 21;

/// A name that a subreddit can have: 3 to 21 ASCII letters, digits and underscores, not starting
/// with an underscore. That is the forum's own rule; whether such a subreddit exists is another
/// question. Alternatively the name of one of the other [`SITES`], by its host, of a feed, by its
/// [place](crate::feed_place), or of a community on Lemmy, by [its own](crate::community_place):
/// none of these is ever a subreddit's name.
///
/// Names are compared without regard to case and keep their original spelling.
///
/// ```
/// use matcher::SubredditName;
///
/// let name = SubredditName::parse("https://old.reddit.com/r/Rust/top?t=week")?;
/// assert_eq!(name.as_str(), "Rust");
/// assert_eq!(name, SubredditName::parse("/r/rust")?);
/// assert!(SubredditName::parse("_rust").is_err());
///
/// let site = SubredditName::parse("HN")?;
/// assert_eq!(site.as_str(), "news.ycombinator.com");
/// assert!(site.is_site() && !name.is_site());
///
/// let community = SubredditName::parse("https://lemmy.world/c/rust@programming.dev")?;
/// assert_eq!(community.as_str(), "c/rust@programming.dev");
/// # Ok::<(), matcher::SubredditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SubredditName(String);

impl SubredditName {
    /// Reads a name in any of the forms `name`, `r/name`, `/r/name` or an address of the forum; or
    /// a site by its host, an alias or an address of it; or the place of a feed; or a community on
    /// Lemmy as `c/name@host`, `!name@host` or by the address of its page.
    pub fn parse(input: &str) -> Result<Self, SubredditError> {
        if let Some(site) = Site::meant_by(input.trim()) {
            return Ok(Self::of_site(site));
        }
        let other = feed_typed(input.trim()).or_else(|| community_typed(input.trim()));
        if let Some(place) = other {
            return Ok(SubredditName(place));
        }
        let name = reduce(input.trim());
        let fail = |problem| Err(SubredditError { input: input.trim().to_owned(), problem });
        if name.is_empty() {
            return fail(NameProblem::Empty);
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if let Some(c) = name.chars().find(|c| !allowed(*c)) {
            return fail(NameProblem::Character(c));
        }
        if name.starts_with('_') {
            return fail(NameProblem::LeadingUnderscore);
        }
        match name.len() {
            0..MIN_CHARS => fail(NameProblem::TooShort),
            MIN_CHARS..=MAX_CHARS => Ok(SubredditName(name.to_owned())),
            _ => fail(NameProblem::TooLong),
        }
    }

    pub(super) fn of_site(site: &Site) -> Self {
        SubredditName(site.place.to_owned())
    }

    /// Returns the name in its original spelling; for a site its host, and for a feed or a
    /// community its place, in small letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the name means every subreddit.
    pub fn is_all(&self) -> bool {
        self.0.eq_ignore_ascii_case(ALL)
    }

    /// Returns the site other than the forum that the name refers to, if any.
    pub fn site(&self) -> Option<&'static Site> {
        SITES.iter().find(|site| site.place == self.0)
    }

    /// Returns whether the name refers to a site other than the forum, and not to a subreddit.
    pub fn is_site(&self) -> bool {
        self.site().is_some()
    }
}

impl PartialEq for SubredditName {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for SubredditName {}

impl fmt::Display for SubredditName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that names neither a subreddit nor a site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{input}\" is not a subreddit name: {problem}")]
pub struct SubredditError {
    /// The text, without surrounding white space.
    pub input: String,
    /// The problem of the name.
    pub problem: NameProblem,
}

/// A problem of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameProblem {
    /// Nothing remains once `r/` and the like are removed.
    #[error("it is empty")]
    Empty,
    /// Fewer than 3 characters.
    #[error("it has fewer than {MIN_CHARS} characters")]
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
}

/// Extracts the name from `r/name`, `/r/name` and addresses; returns other texts unchanged.
pub(super) fn reduce(input: &str) -> &str {
    let path = after_host(input).unwrap_or(input);
    let path = path.strip_prefix('/').unwrap_or(path);
    let Some(rest) = strip_prefix_ignoring_case(path, "r/") else {
        return if path.len() == input.len() { input } else { path.trim_end_matches('/') };
    };
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

/// Returns the path of an address of the forum, or `None` for any other text.
fn after_host(input: &str) -> Option<&str> {
    let (host, rest) = split_address(input);
    rest.strip_prefix('/').filter(|_| is_reddit(host))
}

/// Reads a comma-separated list of subreddits and sites. Empty entries are dropped, and of two
/// spellings of one name the first is kept. Each entry is checked separately, so that a form can
/// show the invalid ones.
///
/// ```
/// let list = matcher::parse_list("rust, r/Rust,, no spaces, all");
/// let names: Vec<_> = list.iter().map(|entry| entry.as_ref().map(|name| name.as_str())).collect();
/// assert_eq!(names[0], Ok("rust"));
/// assert_eq!(names[1].unwrap_err().input, "no spaces");
/// assert_eq!(names[2], Ok("all"));
/// assert_eq!(names.len(), 3);
/// ```
pub fn parse_list(input: &str) -> Vec<Result<SubredditName, SubredditError>> {
    let mut list: Vec<Result<SubredditName, SubredditError>> = Vec::new();
    for entry in input.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let entry = SubredditName::parse(entry);
        if !list.contains(&entry) {
            list.push(entry);
        }
    }
    list
}
