//! The subreddits that a watch looks in.

use super::subreddit_name::{SubredditError, SubredditName};

/// Where a watch looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In every subreddit.
    All,
    /// Only in these: at least one, no two the same, none of them `all`.
    Only(Vec<SubredditName>),
}

impl Scope {
    /// Reads names in any form that [`SubredditName::parse`] knows. No name at all, or `all` among
    /// them, means every subreddit. Of two spellings of one name the first is kept.
    pub fn parse<I, S>(names: I) -> Result<Self, SubredditError>
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let mut kept: Vec<SubredditName> = Vec::new();
        for name in names {
            let name = SubredditName::parse(name.as_ref())?;
            if !kept.contains(&name) {
                kept.push(name);
            }
        }
        let all = kept.is_empty() || kept.iter().any(SubredditName::is_all);
        Ok(if all { Scope::All } else { Scope::Only(kept) })
    }

    /// Returns whether a subreddit, in any spelling of its name, lies in the scope.
    pub fn contains(&self, subreddit: &str) -> bool {
        match self {
            Scope::All => true,
            Scope::Only(names) => names
                .iter()
                .any(|n| n.as_str().eq_ignore_ascii_case(subreddit)),
        }
    }
}
