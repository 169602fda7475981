//! Imports keywords from lists and tables.

mod csv;
mod draft;
mod line;
mod list;
mod rows;

pub use line::{ImportError, ImportedLine, MAX_IMPORT_LINES};

/// Reads keywords from a text in either of two forms.
///
/// A text whose first row has a column `keyword`, and another column or a line below it, is a table
/// (RFC 4180), separated by commas, semicolons or tabs, whichever comes first in that row. Its
/// columns, in any order and all but the first optional, are: `keyword`, `mode` (`literal` or
/// `query`), `subreddits`, `excluded_subreddits`, `excluded_authors` (names separated by spaces,
/// commas or semicolons), and, with `yes` or `no`, `include_posts`, `include_comments`,
/// `match_titles_only`, `case_sensitive`, `whole_word_only`.
///
/// Any other text is a list of literal keywords, one per line, in F5Bot's format. The flags that
/// F5Bot documents (`only-reddit`, `no-hackernews` and the like) may follow a keyword and are not
/// part of it: they choose among sites. A line that excludes Reddit becomes a watch on Hacker News;
/// one that excludes both is an error.
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
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    csv::read(text).unwrap_or_else(|| list::read(text))
}
