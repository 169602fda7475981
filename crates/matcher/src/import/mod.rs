//! Keywords from elsewhere: lists, and tables.

mod csv;
mod list;

use crate::{Exclusions, Filters, Scope, Watch, WatchError, WatchId};

/// The most lines that are read at once.
pub const MAX_IMPORT_LINES: usize = 10_000;

/// What a line of an import became. No line with text in it is passed over in silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedLine {
    /// Its number in the text, from 1; of a row over several lines the first.
    pub line: usize,
    /// The line or row as it stands in the text.
    pub source: String,
    /// A watch, whose number is that of the line, or why there is none.
    pub watch: Result<Watch, ImportError>,
    /// What the line asks for and the watch does not have, for people.
    pub notes: Vec<String>,
}

/// Why a line makes no watch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// What it says breaks a rule of watches.
    #[error(transparent)]
    Watch(#[from] WatchError),
    /// A value that means nothing in its column.
    #[error("\"{value}\" means nothing in the column {column}")]
    Value {
        /// The column's name in the first row.
        column: String,
        /// The value.
        value: String,
    },
    /// More values than the first row has columns.
    #[error("the row has {values} values, but there are {columns} columns")]
    TooManyValues {
        /// Of this row.
        values: usize,
        /// Of the first row.
        columns: usize,
    },
    /// A quote without its partner; the rest of the text is part of this value.
    #[error("a quote is never closed")]
    UnclosedQuote,
    /// It comes after [`MAX_IMPORT_LINES`] others.
    #[error("at most {MAX_IMPORT_LINES} lines are imported at once")]
    TooMany,
}

/// Reads keywords from a text, in whichever of the two forms it is.
///
/// A text whose first row has a column `keyword`, and another or a line below it, is a table
/// (RFC 4180), separated by commas, semicolons or tabs: whichever stands first in that row. Its
/// columns, in any order, all but the first optional: `keyword`, `mode` (`literal` or `query`),
/// `subreddits`, `excluded_subreddits`, `excluded_authors` (names parted by spaces, commas or
/// semicolons), and with `yes` or `no` `include_posts`, `include_comments`, `match_titles_only`,
/// `case_sensitive`, `whole_word_only`.
///
/// Any other text is a list of literal keywords, one a line, as F5Bot takes them. The flags that
/// F5Bot's documentation names (`only-reddit`, `no-hackernews` and the like) may follow a keyword;
/// they choose among sites, so that they are noted and not part of the keyword.
///
/// ```
/// use matcher::import;
///
/// let lines = import("keyword,subreddits\n\"tea, green\",drinks\n,rust\n");
/// assert_eq!(lines[0].watch.as_ref().unwrap().keyword(), "tea, green");
/// assert_eq!(lines[1].line, 3);
/// assert_eq!(lines[1].watch.as_ref().unwrap_err().to_string(), "a keyword is required");
///
/// let lines = import("green tea\nacme.com only-reddit\n");
/// assert_eq!(lines[1].watch.as_ref().unwrap().keyword(), "acme.com");
/// ```
pub fn import(text: &str) -> Vec<ImportedLine> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    csv::read(text).unwrap_or_else(|| list::read(text))
}

/// What a line says, in plain text.
#[derive(Debug, Default)]
struct Draft {
    keyword: String,
    query: bool,
    subreddits: Vec<String>,
    excluded_subreddits: Vec<String>,
    excluded_authors: Vec<String>,
    filters: Filters,
}

impl Draft {
    fn watch(&self, line: usize) -> Result<Watch, ImportError> {
        let scope = Scope::parse(&self.subreddits).map_err(WatchError::from)?;
        let id = WatchId(line as u128);
        let watch = if self.query { query_watch } else { Watch::new };
        let watch = watch(id, &self.keyword, scope, self.filters)?;
        let exclusions = Exclusions::parse(&self.excluded_subreddits, &self.excluded_authors);
        Ok(watch.with_exclusions(exclusions.map_err(WatchError::from)?)?)
    }
}

#[cfg(feature = "query")]
fn query_watch(
    id: WatchId,
    text: &str,
    scope: Scope,
    filters: Filters,
) -> Result<Watch, WatchError> {
    Watch::query(id, text, scope, filters)
}

/// Without queries they are taken as they stand.
#[cfg(not(feature = "query"))]
fn query_watch(
    id: WatchId,
    text: &str,
    scope: Scope,
    filters: Filters,
) -> Result<Watch, WatchError> {
    Watch::new(id, text, scope, filters)
}
