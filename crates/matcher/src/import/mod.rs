//! Imports keywords from lists and tables.

mod csv;
mod draft;
mod line;
mod list;
mod rows;

pub use line::{ImportError, ImportedLine, MAX_IMPORT_LINES};

use std::borrow::Cow;

/// Reads keywords from a text in either of two forms: a [table](import_table), if it is one,
/// otherwise a [list](import_list).
///
/// ```
/// use matcher::import;
///
/// let lines = import("keyword,subreddits\n\"tea, green\",drinks\n,rust\n");
/// assert_eq!(lines[0].watch.as_ref().unwrap().keyword(), "tea, green");
/// assert_eq!(lines[1].line, 3);
/// assert_eq!(lines[1].watch.as_ref().unwrap_err().to_string(), "a keyword is required");
///
/// let lines = import("green tea\nacme.com only-hackernews\n");
/// let acme = lines[1].watch.as_ref().unwrap();
/// assert_eq!(acme.keyword(), "acme.com");
/// assert!(acme.scope().named().eq(["news.ycombinator.com"]));
/// ```
pub fn import(text: &str) -> Vec<ImportedLine> {
    import_table(text).unwrap_or_else(|| import_list(text))
}

/// Reads a list of literal keywords, one per line, in F5Bot's format. The flags that F5Bot
/// documents (`only-reddit`, `no-hackernews` and the like) may follow a keyword and are not part of
/// it: they choose among sites. A line that excludes Reddit becomes a watch on Hacker News; one
/// that excludes both is an error.
pub fn import_list(text: &str) -> Vec<ImportedLine> {
    list::read(&plain(text))
}

/// Reads a table, as RFC 4180 defines it and as spreadsheets write it: with any line ends, with a
/// first line like `sep=;`, separated by what that names, or else by commas, semicolons or tabs,
/// whichever comes first in the first row. Rows without any value and empty values at the end of a
/// row are ignored, as is what makes a spreadsheet take a value for a text: `'=1` and `="1"`.
///
/// The first row names the columns, in any order, case and punctuation. All but the first of these
/// are optional: `keyword`, `mode` (`literal` or `query`), `subreddits`, `excluded_subreddits`,
/// `excluded_authors` (names separated by spaces, commas or semicolons), and, with `yes` or `no`,
/// `include_posts`, `include_comments`, `match_titles_only`, `case_sensitive`, `whole_word_only`.
///
/// Returns `None` if the text is not a table: if no column is `keyword`, or if that is all there
/// is.
pub fn import_table(text: &str) -> Option<Vec<ImportedLine>> {
    csv::read(&plain(text))
}

/// Returns the text without a byte order mark and with line feeds alone: old programs for Macintosh
/// end lines with a carriage return.
fn plain(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}
