//! ntfy: <https://docs.ntfy.sh/publish/#publish-as-json>. Texts are plain unless the request says
//! otherwise.

use anyhow::Context;
use reqwest::header::{AUTHORIZATION, HeaderValue};
use serde_json::json;
use url::Url;

use super::super::alert::Alert;
use super::super::request::Request;
use super::super::target::server_of;
use super::{Words, cut};

const TITLE: usize = 250;
/// The most bytes of a message; a longer one would become a file.
const MESSAGE_BYTES: usize = 4_096;
/// The default priority, and one without a sound.
const PRIORITY: u8 = 3;
const LOW_PRIORITY: u8 = 2;

/// Builds the request for `alert`. `url` is the topic's address; messages in JSON are posted to the
/// server's address and name the topic.
pub(in crate::delivery) fn request(
    url: &Url,
    token: Option<&str>,
    alert: &Alert,
    home: &str,
) -> anyhow::Result<Request> {
    let words = Words::of(alert);
    let topic = url.path().rsplit('/').next().unwrap_or_default();
    let click = match words.posts.as_slice() {
        [post] => post.url.as_deref(),
        _ => None,
    };
    let body = json!({
        "topic": topic,
        "title": cut(&words.heading, TITLE),
        "message": message(&words),
        "click": click.unwrap_or(home),
        "tags": ["mag"],
        "priority": if words.can_wait { LOW_PRIORITY } else { PRIORITY },
        "actions": [{ "action": "view", "label": "Open in Harken", "url": home }],
    });
    let mut request = Request::json(server_of(url), &body);
    if let Some(token) = token {
        let value = HeaderValue::from_str(&format!("Bearer {token}"));
        let mut value = value.ok().context("the token fits into no header")?;
        value.set_sensitive(true);
        request.headers.insert(AUTHORIZATION, value);
    }
    Ok(request)
}

fn message(words: &Words) -> String {
    let message = words.lines().join("\n");
    if message.len() <= MESSAGE_BYTES {
        return message;
    }
    let ends = message.char_indices().map(|(at, _)| at);
    let end = ends.take_while(|at| at + '…'.len_utf8() <= MESSAGE_BYTES).last();
    format!("{}…", &message[..end.unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::Post;
    use super::super::tests::{HOSTILE, in_feed, matched};
    use super::*;

    const HOME: &str = "https://harken.example/notifications";

    fn sent(url: &str, token: Option<&str>, alert: &Alert) -> (String, Option<String>, Value) {
        let request = request(&Url::parse(url).unwrap(), token, alert, HOME).unwrap();
        let authorization = request.headers.get(AUTHORIZATION);
        (
            request.url.to_string(),
            authorization.map(|value| value.to_str().unwrap().to_owned()),
            serde_json::from_slice(&request.body).unwrap(),
        )
    }

    #[test]
    fn a_match_is_published_to_its_topic() {
        let alert = matched("rust is fun", "We use rust", "https://forum.example/a");
        let (url, authorization, body) = sent("https://ntfy.sh/my-topic", Some("tk_1"), &alert);
        assert_eq!(url, "https://ntfy.sh/");
        assert_eq!(authorization.as_deref(), Some("Bearer tk_1"));
        assert_eq!(
            body,
            json!({
                "topic": "my-topic",
                "title": "“rust is fun” in r/rust",
                "message": "rust is fun\nPost by u/rust is fun\nWe use rust",
                "click": "https://forum.example/a",
                "tags": ["mag"],
                "priority": 3,
                "actions": [{ "action": "view", "label": "Open in Harken", "url": HOME }],
            })
        );
        let (url, authorization, body) = sent("https://h.example:8443/ntfy/t", None, &Alert::Test);
        assert_eq!(url, "https://h.example:8443/ntfy");
        assert_eq!((authorization, &body["topic"]), (None, &json!("t")));
        assert_eq!(body["click"], HOME);
    }

    #[test]
    fn a_post_opens_nothing_but_the_web() {
        for hostile in HOSTILE {
            let (_, _, body) = sent(
                "https://ntfy.sh/t",
                None,
                &in_feed(matched(hostile, hostile, hostile), hostile),
            );
            assert_eq!(body["click"], HOME, "{hostile}");
            assert!(body.get("markdown").is_none() && body.get("attach").is_none());
            let title = body["title"].as_str().unwrap();
            assert!(!title.contains(char::is_control), "{title:?}");
        }
    }

    #[test]
    fn long_texts_keep_the_limit() {
        let post = |n: usize| Post::new(&"é".repeat(n), "", "note");
        for count in 0..40 {
            let words = Words {
                heading: String::new(),
                posts: (0..count).map(|n| post(200 + n)).collect(),
                text: "x".repeat(count),
                can_wait: true,
            };
            assert!(message(&words).len() <= MESSAGE_BYTES);
        }
    }
}
