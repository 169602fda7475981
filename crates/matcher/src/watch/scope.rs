//! The places that a watch looks in.

use super::name_problem::SubredditError;
use super::subreddit_name::SubredditName;
use crate::item::{SITES, Site, is_subreddit};

/// The places in which a watch looks. Every subreddit does not include other sites and feeds, which
/// a watch has to name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every subreddit.
    All,
    /// Every subreddit and these sites, feeds and communities: at least one, none within another.
    AllAnd(Vec<SubredditName>),
    /// Only these subreddits, sites, feeds and communities: at least one, none within another, none
    /// of them `all`.
    Only(Vec<SubredditName>),
}

impl Scope {
    /// Reads names in any form that [`SubredditName::parse_joined`] accepts, and returns a scope [of
    /// them](Scope::of).
    ///
    /// ```
    /// use matcher::Scope;
    ///
    /// let scope = Scope::parse(["rust", "HN"])?;
    /// assert!(scope.contains("Rust") && scope.contains("news.ycombinator.com"));
    /// assert!(!Scope::parse(["all"])?.contains("news.ycombinator.com"));
    /// assert!(Scope::parse(["all", "HN"])?.contains("news.ycombinator.com"));
    /// assert!(Scope::parse(["join-lemmy.org"])?.contains("c/rust@programming.dev"));
    /// # Ok::<(), matcher::SubredditError>(())
    /// ```
    pub fn parse<I, S>(names: I) -> Result<Self, SubredditError>
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let names = names.into_iter();
        let names = names.map(|name| SubredditName::parse_joined(name.as_ref()));
        Ok(Scope::of(names.collect::<Result<Vec<_>, _>>()?.into_iter().flatten()))
    }

    /// Returns a scope of names. No names, or `all` among them, means every subreddit; besides
    /// `all`, only names that are not subreddits count. Of two spellings of one name the first is
    /// kept, and a community is dropped if the whole of Lemmy is named.
    pub fn of(names: impl IntoIterator<Item = SubredditName>) -> Self {
        let mut kept: Vec<SubredditName> = Vec::new();
        for name in names {
            if !kept.contains(&name) {
                kept.push(name);
            }
        }
        let sites: Vec<&Site> = kept.iter().filter_map(SubredditName::site).collect();
        kept.retain(|name| {
            name.is_site() || Site::of(name.as_str()).is_none_or(|site| !sites.contains(&site))
        });
        if !kept.is_empty() && !kept.iter().any(SubredditName::is_all) {
            return Scope::Only(kept);
        }
        kept.retain(|name| !is_subreddit(name.as_str()));
        if kept.is_empty() { Scope::All } else { Scope::AllAnd(kept) }
    }

    /// Returns the scope of every subreddit and every site; feeds can only be named.
    pub fn everything() -> Self {
        Scope::AllAnd(SITES.iter().map(SubredditName::of_site).collect())
    }

    /// Returns whether the scope includes every subreddit.
    pub fn has_every_subreddit(&self) -> bool {
        !matches!(self, Scope::Only(_))
    }

    /// Returns the places that the scope names, without `all`.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        let names = match self {
            Scope::All => &[][..],
            Scope::AllAnd(names) | Scope::Only(names) => names,
        };
        names.iter().map(SubredditName::as_str)
    }

    /// Returns whether the scope includes a place, in any spelling of its name.
    pub fn contains(&self, place: &str) -> bool {
        let site = Site::of(place).map(|site| site.place);
        (self.has_every_subreddit() && is_subreddit(place))
            || self.named().any(|name| name.eq_ignore_ascii_case(place) || Some(name) == site)
    }
}
