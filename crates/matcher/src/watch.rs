//! What is searched for: a keyword, where, and how strictly.

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

/// A keyword with its scope and filters, checked: a search for it cannot fail.
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
    keyword: String,
    scope: Scope,
    filters: Filters,
}

impl Watch {
    /// Checks the parts and puts them together. White space around the keyword is dropped.
    pub fn new(
        id: WatchId,
        keyword: &str,
        scope: Scope,
        filters: Filters,
    ) -> Result<Self, WatchError> {
        let keyword = keyword.trim();
        check_keyword(keyword)?;
        let on_posts = filters.include_posts;
        let on_comments = filters.include_comments && !filters.match_titles_only;
        if !on_posts && !on_comments {
            return Err(WatchError::NothingIncluded);
        }
        Ok(Watch {
            id,
            keyword: keyword.to_owned(),
            scope,
            filters,
        })
    }

    /// The number given by the caller.
    pub fn id(&self) -> WatchId {
        self.id
    }

    /// The keyword as typed, without white space around it.
    pub fn keyword(&self) -> &str {
        &self.keyword
    }

    /// Where it is looked for.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// How strictly it is looked for.
    pub fn filters(&self) -> Filters {
        self.filters
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
}
