//! Separated values: RFC 4180, with line feeds alone as well, with semicolons or tabs instead of
//! commas, and with spaces around unquoted values dropped.

use super::draft::Draft;
use super::line::{ImportError, ImportedLine, MAX_IMPORT_LINES};
use super::rows::{Row, Rows};

/// Returns the rows below the first, or `None` if the text is not a table with a column `keyword`.
pub(super) fn read(text: &str) -> Option<Vec<ImportedLine>> {
    let mut rows = Rows::new(text, separator(text));
    let header = rows.next()?;
    let columns: Vec<String> = header.values.iter().map(|name| column_name(name)).collect();
    let table = columns.len() > 1 || !rows.rest().trim().is_empty();
    if !table || header.unclosed || !columns.iter().any(|name| name == "keyword") {
        return None;
    }
    let mut read = Vec::new();
    for row in rows {
        let full = read.len() == MAX_IMPORT_LINES;
        read.push(if full { refused(row, ImportError::TooMany) } else { line(row, &columns) });
        if full {
            break;
        }
    }
    Some(read)
}

/// Returns the separator: the first comma, semicolon or tab outside quotes in the first row. Where
/// a comma is the decimal point, spreadsheets save semicolons, and what is copied from their cells
/// has tabs.
fn separator(text: &str) -> char {
    let blank = text.len() - text.trim_start().len();
    let begin = text[..blank].rfind('\n').map_or(0, |end| end + 1);
    let mut quoted = false;
    for c in text[begin..].chars() {
        match c {
            '"' => quoted = !quoted,
            ',' | ';' | '\t' if !quoted => return c,
            '\n' if !quoted => break,
            _ => (),
        }
    }
    ','
}

/// Normalizes a column's name: `Excluded subreddits` and `excludedSubreddits` become
/// `excluded_subreddits`.
fn column_name(name: &str) -> String {
    let mut folded = String::new();
    for c in name.trim().chars() {
        if c.is_ascii_uppercase() && folded.ends_with(|before: char| before.is_ascii_lowercase()) {
            folded.push('_');
        }
        folded.push(if c == ' ' || c == '-' { '_' } else { c.to_ascii_lowercase() });
    }
    folded
}

fn refused(row: Row, error: ImportError) -> ImportedLine {
    let Row { line, source, .. } = row;
    ImportedLine { line, source, watch: Err(error), notes: Vec::new() }
}

fn line(row: Row, columns: &[String]) -> ImportedLine {
    if row.unclosed {
        return refused(row, ImportError::UnclosedQuote);
    }
    if row.values.len() > columns.len() {
        let (values, columns) = (row.values.len(), columns.len());
        return refused(row, ImportError::TooManyValues { values, columns });
    }
    let (mut draft, mut notes) = (Draft::default(), Vec::new());
    for (column, value) in columns.iter().zip(&row.values) {
        match draft.set(column, value) {
            Ok(true) => (),
            Ok(false) if value.is_empty() => (),
            Ok(false) => notes.push(format!("{column} is not imported: {value}")),
            Err(error) => return refused(row, error),
        }
    }
    let watch = draft.watch(row.line);
    let Row { line, source, .. } = row;
    ImportedLine { line, source, watch, notes }
}

impl Draft {
    /// Sets a value, or returns `false` if there is no such column. An empty value is the default.
    fn set(&mut self, column: &str, value: &str) -> Result<bool, ImportError> {
        let wrong = || ImportError::Value { column: column.to_owned(), value: value.to_owned() };
        let names = || {
            let parts = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
            value.split(parts).filter(|name| !name.is_empty()).map(str::to_owned).collect()
        };
        let flag = match column {
            "keyword" => {
                value.clone_into(&mut self.keyword);
                return Ok(true);
            }
            "mode" => {
                self.query = match value.to_ascii_lowercase().as_str() {
                    "" | "literal" => false,
                    "query" => true,
                    _ => return Err(wrong()),
                };
                return Ok(true);
            }
            "subreddit" | "subreddits" => {
                self.subreddits = names();
                return Ok(true);
            }
            "excluded_subreddits" => {
                self.excluded_subreddits = names();
                return Ok(true);
            }
            "excluded_authors" => {
                self.excluded_authors = names();
                return Ok(true);
            }
            "include_posts" => &mut self.filters.include_posts,
            "include_comments" => &mut self.filters.include_comments,
            "match_titles_only" | "titles_only" => &mut self.filters.match_titles_only,
            "case_sensitive" => &mut self.filters.case_sensitive,
            "whole_word_only" | "whole_word" => &mut self.filters.whole_word_only,
            _ => return Ok(false),
        };
        match value.to_ascii_lowercase().as_str() {
            "" => (),
            "yes" | "true" | "1" => *flag = true,
            "no" | "false" | "0" => *flag = false,
            _ => return Err(wrong()),
        }
        Ok(true)
    }
}
