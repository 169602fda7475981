//! Telegram's Bot API: <https://core.telegram.org/bots/api#sendmessage>, with its HTML, which has a
//! few tags and four entities.

use std::fmt::Write;

use serde_json::json;
use url::Url;

use super::super::alert::Alert;
use super::super::request::Request;
use super::{Words, written};
use foundation::wording::line::looks_like_address;

/// The longest message. The service counts without markup; counting with it makes the message
/// shorter still.
const MESSAGE: usize = 4_096;
const HEADING: usize = 300;
const TITLE: usize = 600;
const TEXT: usize = 1_500;
/// The units available to posts; the rest is for the footer.
const POSTS: usize = 3_700;

pub(in crate::delivery) fn request(
    api: &Url,
    bot_token: &str,
    (chat_id, topic): (&str, Option<i64>),
    alert: &Alert,
    home: &str,
) -> anyhow::Result<Request> {
    let mut url = api.clone();
    let base = url.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{base}/bot{bot_token}/sendMessage"));
    let mut body = json!({
        "chat_id": chat_id,
        "text": text(&Words::of(alert), home)?,
        "parse_mode": "HTML",
        "link_preview_options": { "is_disabled": true },
    });
    if let Some(topic) = topic {
        body["message_thread_id"] = topic.into();
    }
    Ok(Request::json(url, &body))
}

fn text(words: &Words, home: &str) -> anyhow::Result<String> {
    let mut text = format!("<b>{}</b>\n", escaped(&words.heading, HEADING));
    let said = escaped(&words.text, TEXT);
    let room = POSTS.saturating_sub(units(&said));
    for post in &words.posts {
        let mut line = String::from("\n");
        let title = escaped(&post.title, TITLE);
        match &post.url {
            Some(url) if looks_like_address(&post.title) => {
                write!(line, "{title}\n<a href=\"{}\">View post</a>", href(url))?;
            }
            Some(url) => write!(line, "<a href=\"{}\">{title}</a>", href(url))?,
            None => line.push_str(&title),
        }
        write!(line, "\n{}\n", escaped(&post.note, HEADING))?;
        if units(&text) + units(&line) > room {
            break;
        }
        text.push_str(&line);
    }
    if !said.trim().is_empty() {
        write!(text, "\n{said}\n")?;
    }
    let foot = format!("\n<a href=\"{}\">Open in Harken</a>", href(home));
    if units(&text) + units(&foot) <= MESSAGE {
        text.push_str(&foot);
    }
    Ok(text)
}

/// Returns the length in UTF-16 units, which is what Telegram counts.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Escapes `text` for the parser. A word joiner after an `@` keeps it from being a user name:
/// Telegram would notify that user.
fn escaped(text: &str, length: usize) -> String {
    // A character takes two units at most.
    written(text, length / 2, |c, out| match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '@' => out.push_str("@\u{2060}"),
        c => out.push(c),
    })
}

fn href(url: &str) -> String {
    url.replace('&', "&amp;").replace('"', "%22").replace('<', "%3C").replace('>', "%3E")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::tests::{HOSTILE, in_feed, matched};
    use super::*;

    const HOME: &str = "https://harken.example/notifications";

    fn message(alert: &Alert) -> Value {
        let api = Url::parse("https://api.telegram.org").unwrap();
        let request = request(&api, "1:A_b-c", ("-5", None), alert, HOME).unwrap();
        assert_eq!(request.url.as_str(), "https://api.telegram.org/bot1:A_b-c/sendMessage");
        serde_json::from_slice(&request.body).unwrap()
    }

    #[test]
    fn a_match_is_a_bold_line_a_link_and_the_text() {
        let alert = matched("rust & co", "We use rust", "https://forum.example/?a=1&b=\"2\"");
        assert_eq!(
            message(&alert),
            json!({
                "chat_id": "-5",
                "text": "<b>“rust &amp; co” in r/rust</b>\n\n\
                    <a href=\"https://forum.example/?a=1&amp;b=%222%22\">rust &amp; co</a>\n\
                    Post by u/rust &amp; co\n\nWe use rust\n\n\
                    <a href=\"https://harken.example/notifications\">Open in Harken</a>",
                "parse_mode": "HTML",
                "link_preview_options": { "is_disabled": true },
            })
        );
    }

    #[test]
    fn no_link_has_the_text_of_another_address() {
        let alert = matched("https://bank.example/login", "", "https://forum.example/a");
        let text = message(&alert)["text"].as_str().unwrap().to_owned();
        assert!(text.contains("https://bank.example/login\n<a href"), "{text}");
        assert!(text.contains("<a href=\"https://forum.example/a\">View post</a>"), "{text}");
    }

    #[test]
    fn a_topic_of_a_group_is_named() {
        let api = Url::parse("https://api.telegram.org").unwrap();
        let request = request(&api, "1:A", ("-1005", Some(45)), &Alert::Test, HOME).unwrap();
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        assert_eq!((&body["chat_id"], &body["message_thread_id"]), (&json!("-1005"), &json!(45)));
    }

    #[test]
    fn no_post_breaks_out_or_mentions_anyone() {
        for hostile in HOSTILE {
            let url = format!("https://forum.example/{hostile}");
            let message = message(&in_feed(matched(hostile, hostile, &url), hostile));
            let mut rest = message["text"].as_str().unwrap().to_owned();
            // Without our own markup, the rest holds none.
            for ours in ["<b>", "</b>", "</a>"] {
                rest = rest.replace(ours, "");
            }
            assert_eq!(rest.matches("<a href=\"https://forum.example/").count(), 1);
            assert_eq!(rest.matches('<').count(), 2, "{rest}");
            assert_eq!(rest.matches('>').count(), 2, "{rest}");
            assert_eq!(rest.matches('"').count(), 4, "{rest}");
            let shown: String = rest.split("\">").skip(1).collect();
            for (at, _) in shown.match_indices('@') {
                assert!(shown[at..].starts_with("@\u{2060}"), "{shown}");
            }
        }
    }

    #[test]
    fn long_texts_keep_the_limit() {
        for piece in ["<", "🔥", "@a", "x"] {
            let long = piece.repeat(20_000);
            let url = format!("https://forum.example/{}", "x".repeat(1_000));
            let message = message(&matched(&long, &long, &url));
            let text = message["text"].as_str().unwrap();
            assert!(units(text) <= MESSAGE && text.ends_with("</a>"), "{piece}");
        }
    }
}
