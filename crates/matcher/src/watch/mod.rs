//! A watch: a keyword or query, where to look for it, and how strictly.

mod error;
mod exclusions;
mod filters;
mod id;
mod keyword;
mod name_problem;
mod scope;
mod subreddit_name;
mod suggestions;
mod typed_place;

use crate::query::Query;

pub use error::WatchError;
pub use exclusions::{AuthorName, ExclusionError, Exclusions, MAX_EXCLUSIONS};
pub use filters::Filters;
pub use id::WatchId;
pub use keyword::check_keyword;
pub use name_problem::{NameProblem, SubredditError};
pub use scope::Scope;
pub(crate) use subreddit_name::separates_names;
pub use subreddit_name::{ALL, SubredditName, parse_list};
pub use suggestions::{POPULAR, Suggestion, suggest};

/// The text or query that a watch looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A literal text, whatever symbols it holds.
    Literal(String),
    /// Words joined by operators. The filter `whole_word_only` has no effect on them: they are
    /// whole words unless the query says otherwise.
    Query(Query),
}

impl Rule {
    /// Returns the query, if the rule is one.
    pub fn query(&self) -> Option<&Query> {
        match self {
            Rule::Literal(_) => None,
            Rule::Query(query) => Some(query),
        }
    }
}

/// A keyword or query with its scope and filters, checked: a search for it cannot fail.
///
/// ```
/// use matcher::{Filters, Scope, Watch, WatchError, WatchId};
///
/// let scope = Scope::parse(["r/rust", "programming"])?;
/// let watch = Watch::new(WatchId(1), "  borrow checker ", scope, Filters::default())?;
/// assert_eq!(watch.keyword(), "borrow checker");
///
/// let empty = Watch::new(WatchId(2), "   ", Scope::All, Filters::default());
/// assert_eq!(empty, Err(WatchError::EmptyKeyword));
/// # Ok::<(), WatchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    id: WatchId,
    rule: Rule,
    scope: Scope,
    filters: Filters,
    exclusions: Exclusions,
}

impl Watch {
    /// Creates a watch for a literal keyword from its parts, and checks them. White space around
    /// the keyword is dropped.
    pub fn new(
        id: WatchId,
        keyword: &str,
        scope: Scope,
        filters: Filters,
    ) -> Result<Self, WatchError> {
        let keyword = keyword.trim();
        check_keyword(keyword)?;
        Watch::from_rule(id, Rule::Literal(keyword.to_owned()), scope, filters)
    }

    /// Creates a watch for a query.
    ///
    /// ```
    /// use matcher::{Filters, Item, Matcher, Scope, Watch, WatchId};
    ///
    /// let watch = Watch::query(WatchId(1), "(green OR black) tea -bubble", Scope::All, Filters::default())?;
    /// let matcher = Matcher::build([watch]);
    /// assert_eq!(matcher.matches(&Item::post("drinks", "Black tea", "")).len(), 2);
    /// assert_eq!(matcher.matches(&Item::post("drinks", "Black bubble tea", "")).len(), 0);
    /// # Ok::<(), matcher::WatchError>(())
    /// ```
    #[cfg(feature = "query")]
    pub fn query(
        id: WatchId,
        query: &str,
        scope: Scope,
        filters: Filters,
    ) -> Result<Self, WatchError> {
        Watch::from_rule(id, Rule::Query(Query::parse(query)?), scope, filters)
    }

    /// Creates a watch for a rule that has been checked: a keyword by [`check_keyword`] and
    /// trimmed.
    fn from_rule(
        id: WatchId,
        rule: Rule,
        scope: Scope,
        filters: Filters,
    ) -> Result<Self, WatchError> {
        let on_posts = filters.include_posts;
        let on_comments = filters.include_comments && !filters.match_titles_only;
        if !on_posts && !on_comments {
            return Err(WatchError::NothingIncluded);
        }
        Ok(Watch { id, rule, scope, filters, exclusions: Exclusions::default() })
    }

    /// Returns the same watch with these exclusions.
    ///
    /// # Errors
    /// Fails if they exclude every place that the watch looks in.
    pub fn with_exclusions(self, exclusions: Exclusions) -> Result<Self, WatchError> {
        let scope = &self.scope;
        let nothing_left = !scope.has_every_subreddit()
            && (scope.named()).all(|name| exclusions.leave_out_subreddit(name));
        if nothing_left {
            return Err(ExclusionError::NothingLeft.into());
        }
        Ok(Watch { exclusions, ..self })
    }

    /// Returns the same watch with another id.
    pub fn with_id(self, id: WatchId) -> Self {
        Watch { id, ..self }
    }

    /// Returns the id given by the caller.
    pub fn id(&self) -> WatchId {
        self.id
    }

    /// Returns the rule, a keyword or query.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the keyword as typed, without surrounding white space; for a query, its text as
    /// typed.
    pub fn keyword(&self) -> &str {
        match &self.rule {
            Rule::Literal(keyword) => keyword,
            Rule::Query(query) => query.source(),
        }
    }

    /// Returns the places in which the watch looks.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Returns how strictly the watch looks.
    pub fn filters(&self) -> Filters {
        self.filters
    }

    /// Returns what the watch excludes.
    pub fn exclusions(&self) -> &Exclusions {
        &self.exclusions
    }
}
