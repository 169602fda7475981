//! Writes notifications as a table (CSV, RFC 4180), with a first row that names the columns.

use deliver::delivery::place_names::PlaceNames;
use platform::wire::Notification;

pub(super) const HEAD: &str = "id,createdAt,keyword,status,kind,subreddit,author,title,content,url,\
                               flair,link,threadId,place\r\n";

/// Adds a row. `names` has the titles of feeds.
pub(super) fn write_row(row: &Notification, names: &PlaceNames, to: &mut String) {
    let post = &row.reddit_post;
    let cells = [
        &row.id.to_string(),
        &row.created_at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
        &row.matched_keyword,
        row.status.as_str(),
        row.kind.as_str(),
        &post.subreddit,
        &post.author,
        &post.title,
        &post.content,
        &post.url,
        &post.flair,
        &post.link,
        &row.thread_id,
        &names.label(&post.subreddit),
    ];
    for (place, cell) in cells.into_iter().enumerate() {
        if place > 0 {
            to.push(',');
        }
        write_cell(cell, to);
    }
    to.push_str("\r\n");
}

/// Adds a cell in quotes. A text that a spreadsheet would treat as a formula gets an apostrophe in
/// front, which makes it a text (OWASP, "CSV Injection"): also after white space, which some
/// programs skip, and in the full-width forms, which some treat like the plain ones.
pub fn write_cell(text: &str, to: &mut String) {
    let is_formula = |c: char| matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠');
    let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    let begins_oddly = text.starts_with(['\t', '\r', '\n']);
    to.push('"');
    if begins_oddly || text.trim_start_matches(is_blank).starts_with(is_formula) {
        to.push('\'');
    }
    to.push_str(&text.replace('"', "\"\""));
    to.push('"');
}
