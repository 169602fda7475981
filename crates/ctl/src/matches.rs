//! Matches, as lines.

use chrono::{DateTime, Local, Utc};
use foundation::wording::labels::{headline, place_label};
use foundation::wording::line::one_line;
use serde::Deserialize;
use serde_json::Value;

use crate::Failure;
use crate::output::print;

/// What a line shows of a notification.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Match {
    created_at: DateTime<Utc>,
    matched_keyword: String,
    reddit_post: Post,
}

#[derive(Deserialize)]
struct Post {
    subreddit: String,
    title: String,
    content: String,
    url: String,
}

/// Prints a notification: as a line for people, or as a line of JSON, as the API has it.
pub(crate) fn print_match(notification: &Value, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return print(&notification.to_string());
    }
    let found = Match::deserialize(notification).map_err(Failure::unreadable)?;
    print(&found.line())
}

impl Match {
    /// Returns time, keyword, place, title and address. What strangers wrote cannot control the terminal.
    fn line(&self) -> String {
        let Post { subreddit, title, content, url } = &self.reddit_post;
        let time = self.created_at.with_timezone(&Local).format("%Y-%m-%d %H:%M");
        one_line(&format!(
            "{time}  {}  {}  {}  {url}",
            self.matched_keyword,
            place_label(subreddit),
            headline(title, content),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_everything_and_controls_no_terminal() {
        let found: Match = serde_json::from_value(serde_json::json!({
            "createdAt": "2026-12-01T12:30:00Z", "matchedKeyword": "kettle", "_id": "1",
            "redditPost": {"subreddit": "rust", "title": "A \u{1b}[31mkettle\r\n\u{202e}", "content": "",
                           "url": "https://example.com/1"},
        }))
        .unwrap();
        let line = found.line();
        assert!(line.ends_with(" kettle r/rust A [31mkettle https://example.com/1"), "{line}");
    }
}
