//! Separated values, as spreadsheets write them.

use super::draft::Draft;
use super::line::{ImportError, ImportedLine, MAX_IMPORT_LINES};
use super::rows::{Row, Rows};
use crate::watch::separates_names;

/// A column of a table.
struct Column {
    /// Its name in the first row, in small letters and with underscores.
    name: String,
    /// Its name without whatever people put between letters; empty if an earlier column has the
    /// same.
    key: String,
}

/// Returns the rows below the first, or `None` if the text is not a table with a column `keyword`.
pub(super) fn read(text: &str) -> Option<Vec<ImportedLine>> {
    let begin = first_row(text);
    let declared = declared_separator(&text[begin..]);
    let separator = declared.unwrap_or_else(|| separator(&text[begin..]));
    let mut rows = Rows::new(text, begin, separator);
    if declared.is_some() {
        rows.next();
    }
    let header = rows.next()?;
    let columns = columns(&header);
    let table = columns.len() > 1 || !rows.rest().trim().is_empty();
    if !table || header.unclosed || !columns.iter().any(|column| column.key == KEYWORD) {
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

/// Returns the beginning of the first line that has a value.
fn first_row(text: &str) -> usize {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"');
    let blank = text.len() - text.trim_start_matches(is_blank).len();
    // An opening quote belongs to the row.
    text[..blank].rfind('\n').map_or(0, |end| end + 1)
}

/// Returns the separator that a line like `sep=;` names, with which spreadsheets may begin a table.
fn declared_separator(text: &str) -> Option<char> {
    let first = text.lines().next()?.trim_matches(['"', ' ']);
    let is_declared = first.get(..4)?.eq_ignore_ascii_case("sep=");
    first[4..].chars().next().filter(|_| is_declared)
}

/// Returns the separator: the first comma, semicolon, tab or bar outside quotes in the first row.
/// Where a comma is the decimal point, spreadsheets save semicolons, what is copied from their cells
/// has tabs, and databases write bars.
fn separator(text: &str) -> char {
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' | ';' | '\t' | '|' if !quoted => return c,
            '\n' if !quoted => break,
            _ => (),
        }
    }
    ','
}

const KEYWORD: &str = "keyword";

fn columns(header: &Row) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for name in &header.values {
        let name = column_name(name);
        let mut key: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        if matches!(&key[..], "keywords" | "term" | "terms" | "searchterm" | "searchterms") {
            key = KEYWORD.to_owned();
        }
        if columns.iter().any(|column| column.key == key) {
            key.clear();
        }
        columns.push(Column { name, key });
    }
    columns
}

/// Returns a column's name in small letters, with underscores for spaces.
fn column_name(name: &str) -> String {
    name.trim().replace([' ', '-'], "_").to_lowercase()
}

/// Returns the text of a value that a spreadsheet was told to take as it is: after an apostrophe,
/// as in what Harken exports, or as the result of a formula.
fn text_of(value: &str) -> &str {
    if let Some(text) = value.strip_prefix("=\"").and_then(|text| text.strip_suffix('"')) {
        return text;
    }
    let is_formula =
        |text: &&str| text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    value.strip_prefix('\'').filter(is_formula).unwrap_or(value)
}

fn refused(row: Row, error: ImportError) -> ImportedLine {
    let Row { line, source, .. } = row;
    ImportedLine { line, source, watch: Err(error), notes: Vec::new() }
}

fn line(mut row: Row, columns: &[Column]) -> ImportedLine {
    if row.unclosed {
        return refused(row, ImportError::UnclosedQuote);
    }
    while row.values.len() > columns.len() && row.values.last().is_some_and(String::is_empty) {
        row.values.pop();
    }
    if row.values.len() > columns.len() {
        let (values, columns) = (row.values.len(), columns.len());
        return refused(row, ImportError::TooManyValues { values, columns });
    }
    let (mut draft, mut notes) = (Draft::default(), Vec::new());
    for (column, value) in columns.iter().zip(&row.values) {
        let value = text_of(value);
        match draft.set(column, value) {
            Ok(true) => (),
            Ok(false) if value.is_empty() => (),
            Ok(false) => notes.push(format!("{} is not imported: {value}", column.name)),
            Err(error) => return refused(row, error),
        }
    }
    let watch = draft.watch(row.line);
    let Row { line, source, .. } = row;
    ImportedLine { line, source, watch, notes }
}

impl Draft {
    /// Sets a value, or returns `false` if there is no such column. An empty value is the default.
    fn set(&mut self, column: &Column, value: &str) -> Result<bool, ImportError> {
        let wrong = || ImportError::Value { column: column.name.clone(), value: value.to_owned() };
        let names = || {
            let parts = |c: char| c.is_whitespace() || separates_names(c);
            value.split(parts).filter(|name| !name.is_empty()).map(str::to_owned).collect()
        };
        let flag = match &column.key[..] {
            KEYWORD => {
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
            "excludedsubreddit" | "excludedsubreddits" => {
                self.excluded_subreddits = names();
                return Ok(true);
            }
            "excludedauthor" | "excludedauthors" => {
                self.excluded_authors = names();
                return Ok(true);
            }
            "includeposts" => &mut self.filters.include_posts,
            "includecomments" => &mut self.filters.include_comments,
            "matchtitlesonly" | "titlesonly" => &mut self.filters.match_titles_only,
            "casesensitive" => &mut self.filters.case_sensitive,
            "wholewordonly" | "wholeword" => &mut self.filters.whole_word_only,
            _ => return Ok(false),
        };
        match value.to_ascii_lowercase().as_str() {
            "" => (),
            // Spreadsheets write the values of their cells in the language of their user.
            "yes" | "y" | "x" | "on" | "true" | "1" | "wahr" | "vrai" | "verdadero" | "vero" => {
                *flag = true;
            }
            "no" | "n" | "off" | "false" | "0" | "falsch" | "faux" | "falso" => *flag = false,
            _ => return Err(wrong()),
        }
        Ok(true)
    }
}
