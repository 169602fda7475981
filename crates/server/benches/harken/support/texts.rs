//! The items to store: recorded discussions if they are available, else generated ones.

use matcher::Kind;
use platform::sources::ForumItem;

use super::rows;

pub(crate) fn texts(most: usize) -> anyhow::Result<(Vec<ForumItem>, &'static str)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
    let made = |n: usize, kind, subreddit: &str, title: &str, body: &str| ForumItem {
        kind,
        subreddit: subreddit.to_owned(),
        ..rows::read_post(&n.to_string(), title, body)
    };
    let Ok(lines) = std::fs::read_to_string(path) else {
        let words = ["gardening", "keyboards", "telescope", "espresso", "bicycles", "notebooks"];
        let text = |n: usize, most: usize| -> String {
            // A few words are rare enough for keywords.
            let word = |m: usize| match m % 8 {
                0 => format!("number{}", n * (m + 1) % 997),
                _ => words[(n + m) % words.len()].to_owned(),
            };
            (0..most).map(word).collect::<Vec<_>>().join(" ")
        };
        let items = (0..most).map(|n| made(n, Kind::Post, "tea", &text(n, 8), &text(n, 60)));
        return Ok((items.collect(), "made up"));
    };
    let mut items = Vec::new();
    for (n, line) in lines.lines().take(most).enumerate() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        let text = |field: &str| line[field].as_str().unwrap_or_default().replace('\0', "");
        let kind = match line["kind"].as_str() {
            Some("comment") => Kind::Comment,
            _ => Kind::Post,
        };
        items.push(made(n, kind, &text("subreddit"), &text("title"), &text("body")));
    }
    Ok((items, "recorded discussions"))
}
