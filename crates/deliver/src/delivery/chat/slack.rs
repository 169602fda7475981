//! Slack's incoming webhooks: <https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks>
//! and Block Kit, the source of these limits.

use serde_json::{Value, json};
use url::Url;

use super::super::alert::Alert;
use super::{Words, written};

const HEADER: usize = 150;
const SECTION: usize = 3_000;
const CONTEXT: usize = 2_000;
/// The most posts in a message: with two blocks each they stay below the limit of 50 blocks.
const MAX_POSTS: usize = 20;

/// Builds the body of a request. Strangers' texts are in plain-text blocks, where Slack interprets
/// no markup; only links with fixed labels are marked up.
pub(in crate::delivery) fn body(alert: &Alert, home: &str) -> Value {
    let words = Words::of(alert);
    let mut blocks = vec![json!({
        "type": "header",
        "text": plain(&words.heading, HEADER),
    })];
    for post in words.posts.iter().take(MAX_POSTS) {
        if !post.title.is_empty() {
            blocks.push(json!({ "type": "section", "text": plain(&post.title, SECTION) }));
        }
        let link = post.url.as_deref().and_then(|url| link(url, "View post"));
        let note = (!post.note.is_empty()).then(|| plain(&post.note, CONTEXT));
        let elements: Vec<Value> = link.into_iter().chain(note).collect();
        if !elements.is_empty() {
            blocks.push(json!({ "type": "context", "elements": elements }));
        }
    }
    if !words.text.trim().is_empty() {
        blocks.push(json!({ "type": "section", "text": plain(&words.text, SECTION) }));
    }
    if let Some(link) = link(home, "Open in Harken") {
        blocks.push(json!({ "type": "context", "elements": [link] }));
    }
    json!({
        // Shown in the list of notifications.
        "text": escaped(&words.heading, HEADER),
        "mrkdwn": false,
        "blocks": blocks,
        "unfurl_links": false,
        "unfurl_media": false,
    })
}

fn plain(text: &str, length: usize) -> Value {
    json!({ "type": "plain_text", "text": escaped(text, length), "emoji": false })
}

/// Escapes the three characters that Slack interprets everywhere.
fn escaped(text: &str, length: usize) -> String {
    written(text, length, |c, out| match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        c => out.push(c),
    })
}

fn link(url: &str, label: &str) -> Option<Value> {
    let url = Url::parse(url).ok()?.to_string();
    let url = url.replace('&', "&amp;").replace('<', "%3C").replace('>', "%3E").replace('|', "%7C");
    let text = format!("<{url}|{label}>");
    (text.chars().count() <= CONTEXT).then(|| json!({ "type": "mrkdwn", "text": text }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{HOSTILE, in_feed, matched};
    use super::*;

    const HOME: &str = "https://harken.example/notifications";

    /// Returns all texts of a message with their types.
    fn texts(body: &Value) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for block in body["blocks"].as_array().unwrap() {
            let elements = block["elements"].as_array().cloned().unwrap_or_default();
            for text in elements.iter().chain([&block["text"]]) {
                if let (Some(kind), Some(text)) = (text["type"].as_str(), text["text"].as_str()) {
                    found.push((kind.to_owned(), text.to_owned()));
                }
            }
        }
        found
    }

    #[test]
    fn a_match_is_written_in_blocks() {
        let alert = matched("rust is fun", "We use rust", "https://forum.example/a?b=1&c=2");
        let body = body(&alert, HOME);
        let texts: Vec<_> = texts(&body).into_iter().map(|(_, text)| text).collect();
        assert_eq!(
            texts,
            [
                "“rust is fun” in r/rust",
                "rust is fun",
                "<https://forum.example/a?b=1&amp;c=2|View post>",
                "Post by u/rust is fun",
                "We use rust",
                "<https://harken.example/notifications|Open in Harken>",
            ]
        );
        assert_eq!(body["text"], "“rust is fun” in r/rust");
    }

    #[test]
    fn no_post_breaks_out_or_mentions_anyone() {
        for hostile in HOSTILE {
            let url = format!("https://forum.example/{hostile}");
            let body = body(&in_feed(matched(hostile, hostile, &url), hostile), HOME);
            for (kind, text) in texts(&body) {
                if kind == "mrkdwn" {
                    // There is exactly one link, and Harken wrote it.
                    assert!(text.ends_with("|View post>") || text.ends_with("|Open in Harken>"));
                    assert_eq!(text.matches(['<', '>', '|']).count(), 3, "{text}");
                } else {
                    assert!(!text.contains(['<', '>']), "{text}");
                    let bare = text.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "");
                    assert!(!bare.contains('&'), "{text}");
                }
                assert!(!text.is_empty());
            }
            assert!(!body["text"].as_str().unwrap().contains(['<', '>']));
        }
    }

    #[test]
    fn long_texts_keep_the_limits() {
        let long = "<&>".repeat(20_000);
        let url = format!("https://forum.example/{}", "x".repeat(5_000));
        let body = body(&matched(&long, &long, &url), HOME);
        for (_, text) in texts(&body) {
            assert!(text.chars().count() <= SECTION);
        }
        let heading = body["blocks"][0]["text"]["text"].as_str().unwrap();
        assert!(heading.chars().count() <= HEADER);
    }
}
