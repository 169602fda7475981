//! What is searched for: a keyword, where, and how strictly.

use crate::exclusions::{ExclusionError, Exclusions};
use crate::query::{Query, QueryError};
use crate::subreddit::{Scope, SubredditError};
use crate::text::{Case, fold_keyword};

/// The longest keyword, in characters.
pub const MAX_KEYWORD_CHARS: usize = 200;

/// Names a watch. The caller gives the numbers, for instance those of UUIDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WatchId(pub u128);

/// How strictly a keyword is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filters {
    /// Look in posts.
    pub include_posts: bool,
    /// Look in comments.
    pub include_comments: bool,
    /// Look only in titles of posts, so never in comments.
    pub match_titles_only: bool,
    /// Tell capital from small letters.
    pub case_sensitive: bool,
    /// Refuse a keyword that is only a part of a longer word.
    pub whole_word_only: bool,
}

impl Default for Filters {
    /// Posts and comments, titles and bodies, any case, anywhere in a word.
    fn default() -> Self {
        Filters {
            include_posts: true,
            include_comments: true,
            match_titles_only: false,
            case_sensitive: false,
            whole_word_only: false,
        }
    }
}

/// What a watch looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A text as it is, whatever symbols it holds.
    Literal(String),
    /// Words joined by operators. The filter `whole_word_only` has no bearing on them: they are
    /// whole words unless the query says otherwise.
    Query(Query),
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
    /// A watch for a literal keyword: checks the parts and puts them together. White space around
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

    /// A watch for a query.
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

    /// A watch for a rule that has been checked: a keyword by [`check_keyword`] and trimmed.
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
        Ok(Watch {
            id,
            rule,
            scope,
            filters,
            exclusions: Exclusions::default(),
        })
    }

    /// The same watch, which passes over what these leave out.
    ///
    /// # Errors
    /// They leave out every subreddit that the watch looks in.
    pub fn with_exclusions(self, exclusions: Exclusions) -> Result<Self, WatchError> {
        let nothing_left = match &self.scope {
            Scope::All => false,
            Scope::Only(names) => names
                .iter()
                .all(|name| exclusions.leave_out_subreddit(name.as_str())),
        };
        if nothing_left {
            return Err(ExclusionError::NothingLeft.into());
        }
        Ok(Watch { exclusions, ..self })
    }

    /// The same watch by another number.
    pub fn with_id(self, id: WatchId) -> Self {
        Watch { id, ..self }
    }

    /// The number given by the caller.
    pub fn id(&self) -> WatchId {
        self.id
    }

    /// What is looked for.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The keyword as typed, without white space around it; of a query its text as typed.
    pub fn keyword(&self) -> &str {
        match &self.rule {
            Rule::Literal(keyword) => keyword,
            Rule::Query(query) => query.source(),
        }
    }

    /// Where it is looked for.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// How strictly it is looked for.
    pub fn filters(&self) -> Filters {
        self.filters
    }

    /// What is passed over.
    pub fn exclusions(&self) -> &Exclusions {
        &self.exclusions
    }
}

/// Checks a keyword by itself, as [`Watch::new`] does.
///
/// ```
/// use matcher::{WatchError, check_keyword};
///
/// assert_eq!(check_keyword("C++"), Ok(()));
/// assert_eq!(check_keyword("\u{200B}"), Err(WatchError::InvisibleKeyword));
/// ```
pub fn check_keyword(keyword: &str) -> Result<(), WatchError> {
    let keyword = keyword.trim();
    if keyword.is_empty() {
        return Err(WatchError::EmptyKeyword);
    }
    if keyword.contains('\0') {
        return Err(WatchError::NulInKeyword);
    }
    let chars = keyword.chars().count();
    if chars > MAX_KEYWORD_CHARS {
        return Err(WatchError::KeywordTooLong { chars });
    }
    if fold_keyword(keyword, Case::Fold).is_empty() {
        return Err(WatchError::InvisibleKeyword);
    }
    Ok(())
}

/// A keyword in the form in which it is compared: two keywords with the same form find the same
/// text, as long as case does not matter. The form is its own form.
///
/// ```
/// use matcher::folded;
///
/// assert_eq!(folded("  Green\n Tea "), "green tea");
/// assert_eq!(folded("STRASSE"), folded("Straße"));
/// assert_eq!(folded(&folded("İstanbul")), folded("İstanbul"));
/// ```
pub fn folded(keyword: &str) -> String {
    // Folding takes characters and gives characters.
    String::from_utf8_lossy(&fold_keyword(keyword.trim(), Case::Fold)).into_owned()
}

/// Why a watch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WatchError {
    /// Nothing, or only white space.
    #[error("a keyword is required")]
    EmptyKeyword,
    /// Only characters that cannot be seen, such as zero-width spaces.
    #[error("the keyword has no visible character")]
    InvisibleKeyword,
    /// More than [`MAX_KEYWORD_CHARS`].
    #[error("a keyword has at most {MAX_KEYWORD_CHARS} characters, this one has {chars}")]
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
