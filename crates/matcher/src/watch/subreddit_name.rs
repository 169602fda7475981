//! Names of subreddits and sites: the rules, and the ways people type them.

use std::fmt;

use super::name_problem::{
    MAX_CHARS, MAX_USER_CHARS, MIN_TYPED_CHARS, MIN_USER_CHARS, NameProblem, SubredditError,
};
use super::typed_place::{Typed, read_typed};
use crate::item::{
    SITES, Site, author_in_address, community_typed, feed_typed, is_subreddit, replaced,
    strip_prefix_ignoring_case, trim_pasted,
};

/// The name that means every subreddit.
pub const ALL: &str = "all";

/// The shortest name that the forum has. It makes no new ones of fewer than 3 characters, but has
/// some for languages, such as `r/de`.
const MIN_CHARS: usize = 2;
/// The prefix of the subreddit that is a user's profile.
const PROFILE: &str = "u_";
/// The prefix of a few subreddits about distant times, such as `r/t:heatdeathoftheuniverse`, whose
/// names may be two characters longer.
const TIME: &str = "t:";

/// A name that a subreddit can have. That is the forum's own rule, by its source code
/// (`r2/lib/validator` and `r2/models/subreddit.py` of reddit-archive/reddit): 3 to 21 ASCII
/// letters, digits and underscores, not starting with an underscore; two letters for a language;
/// and `u_` with the name of a user, 3 to 20 characters that may also be hyphens, for that user's
/// profile. Whether such a subreddit exists is another question, which has to be asked before some
/// names are used: see [`SubredditName::needs_confirmation`]. Alternatively the name of one of the
/// other [`SITES`], by its host, of a feed, by its [place](crate::feed_place), or of a community on
/// Lemmy, by [its own](crate::community_place): none of these is ever a subreddit's name.
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
/// let profile = SubredditName::parse("https://www.reddit.com/user/two-part/")?;
/// assert_eq!(profile.as_str(), "u_two-part");
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
    /// Reads a name in any of the forms `name`, `r/name`, `u/name` or an address of the forum; or
    /// a site by its host, an alias or an address of it; or the place of a feed; or a community on
    /// Lemmy as `c/name@host`, `!name@host` or by the address of its page. Marks that surround a
    /// pasted text, such as brackets and commas, are ignored.
    pub fn parse(input: &str) -> Result<Self, SubredditError> {
        let mut names = Self::parse_joined(input)?.into_iter();
        match (names.next(), names.next()) {
            (Some(name), None) => Ok(name),
            _ => Err(SubredditError::new(input, NameProblem::Several)),
        }
    }

    /// Reads a name as [`SubredditName::parse`] does, or the members of a joined listing: those of
    /// `r/rust+golang` are `rust` and `golang`. Returns each once, and at least one.
    pub fn parse_joined(input: &str) -> Result<Vec<Self>, SubredditError> {
        Self::read_each(input).into_iter().collect()
    }

    /// Reads what a text names, each name separately.
    fn read_each(input: &str) -> Vec<Result<Self, SubredditError>> {
        let typed = trim_pasted(input);
        if let Some(site) = Site::meant_by(typed) {
            return vec![match author_in_address(typed) {
                None => Ok(Self::of_site(site)),
                Some(_) => Err(SubredditError::new(input, NameProblem::Person)),
            }];
        }
        if let Some(place) = feed_typed(typed).or_else(|| community_typed(typed)) {
            return vec![Ok(SubredditName(place))];
        }
        match read_typed(typed) {
            Ok(Typed::Subreddits(names)) => {
                let names = replaced(replaced(names.to_owned(), "%2B", "+"), "%2b", "+");
                let members: Vec<&str> = names.split('+').map(str::trim).collect();
                if members.len() == 1 || members.contains(&"") {
                    return vec![Self::subreddit(names.trim(), input)];
                }
                let mut read: Vec<Result<Self, SubredditError>> = Vec::new();
                for name in members {
                    let name = Self::subreddit(name, name);
                    if !read.contains(&name) {
                        read.push(name);
                    }
                }
                read
            }
            Ok(Typed::User(name)) => vec![match is_user(name) {
                true => Ok(SubredditName([PROFILE, name].concat())),
                false => Err(SubredditError::new(input, NameProblem::Profile)),
            }],
            Err(problem) => vec![Err(SubredditError::new(input, problem))],
        }
    }

    /// Reads the bare name of a subreddit, of which a person typed `input`.
    fn subreddit(name: &str, input: &str) -> Result<Self, SubredditError> {
        match problem(name) {
            None => Ok(SubredditName(name.to_owned())),
            Some(problem) => Err(SubredditError::new(input, problem)),
        }
    }

    /// Returns whether the name counts only once the forum has confirmed it: that of a subreddit
    /// which does not have 3 to 21 letters, digits and underscores.
    ///
    /// ```
    /// use matcher::SubredditName;
    ///
    /// assert!(SubredditName::parse("r/de")?.needs_confirmation());
    /// assert!(SubredditName::parse("u/two-part")?.needs_confirmation());
    /// assert!(!SubredditName::parse("rust")?.needs_confirmation());
    /// # Ok::<(), matcher::SubredditError>(())
    /// ```
    pub fn needs_confirmation(&self) -> bool {
        let name = &self.0;
        let is_usual = (MIN_TYPED_CHARS..=MAX_CHARS).contains(&name.len())
            && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        is_subreddit(name) && !is_usual
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

/// Returns what is wrong with the bare name of a subreddit, if anything.
fn problem(name: &str) -> Option<NameProblem> {
    if name.is_empty() {
        return Some(NameProblem::Empty);
    }
    let is_profile = strip_prefix_ignoring_case(name, PROFILE).is_some_and(is_user);
    let of_time = strip_prefix_ignoring_case(name, TIME);
    if is_profile || of_time.is_some_and(|name| name.len() <= MAX_CHARS + 2 && is_plain(name)) {
        return None;
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if let Some(c) = name.chars().find(|c| !allowed(*c)) {
        return Some(NameProblem::Character(c));
    }
    if name.starts_with('_') {
        return Some(NameProblem::LeadingUnderscore);
    }
    // An alias of a site means that site wherever it is read again.
    if name.len() < MIN_CHARS || Site::meant_by(name).is_some() {
        return Some(NameProblem::TooShort);
    }
    (name.len() > MAX_CHARS).then_some(NameProblem::TooLong)
}

/// Returns whether a text has three or more letters, digits and underscores.
fn is_plain(name: &str) -> bool {
    name.len() >= MIN_TYPED_CHARS && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

/// Returns whether a user of the forum can have this name.
fn is_user(name: &str) -> bool {
    (MIN_USER_CHARS..=MAX_USER_CHARS).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-'))
}

/// Returns whether a character separates names: a comma or semicolon, as the keyboards of some
/// scripts have it.
pub(crate) fn separates_names(c: char) -> bool {
    matches!(c, ',' | ';' | '，' | '、' | '；' | '،' | '؛')
}

/// Reads a list of subreddits and sites, separated by commas, semicolons or line breaks, and by
/// spaces if each part is an address or begins like `r/name`. Empty entries are dropped, and of two
/// spellings of one name the first is kept; a joined listing is its members. Each entry is checked
/// separately, so that a form can show the invalid ones.
///
/// ```
/// let list = matcher::parse_list("rust, r/Rust,, no spaces, all, r/tea+coffee");
/// let names: Vec<_> = list.iter().map(|entry| entry.as_ref().map(|name| name.as_str())).collect();
/// assert_eq!(names[0], Ok("rust"));
/// assert_eq!(names[1].unwrap_err().input, "no spaces");
/// assert_eq!(names[2..], [Ok("all"), Ok("tea"), Ok("coffee")]);
/// ```
pub fn parse_list(input: &str) -> Vec<Result<SubredditName, SubredditError>> {
    let mut list: Vec<Result<SubredditName, SubredditError>> = Vec::new();
    let separates = |c: char| separates_names(c) || matches!(c, '\n' | '\r');
    let entries = input.split(separates).flat_map(|entry| {
        let parts = entry.split_whitespace();
        match parts.clone().all(|part| part.contains(['/', '@'])) {
            true => parts.collect(),
            false => vec![entry],
        }
    });
    for entry in entries.filter(|entry| !trim_pasted(entry).is_empty()) {
        for name in SubredditName::read_each(entry) {
            if !list.contains(&name) {
                list.push(name);
            }
        }
    }
    list
}
