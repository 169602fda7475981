//! Discord's webhooks: <https://docs.discord.com/developers/resources/webhook#execute-webhook>,
//! with the limits of embeds.

use serde_json::{Value, json};
use url::Url;

use super::super::alert::Alert;
use super::{Post, Words, written};
use foundation::wording::line::looks_like_address;

const TITLE: usize = 256;
const DESCRIPTION: usize = 1_500;
const FIELD_VALUE: usize = 1_024;
const FOOTER: usize = 200;
/// The most characters of all fields together. All texts of a message together may have 6,000
/// characters.
const ALL_FIELDS: usize = 3_500;
const MAX_FIELDS: usize = 20;
const COLOUR: u32 = 0x0f_76_6e;

pub(in crate::delivery) fn body(alert: &Alert, home: &str) -> Value {
    let words = Words::of(alert);
    let embed = match (words.posts.as_slice(), words.text.is_empty()) {
        ([post], _) => of_post(&words, post),
        (posts, _) => json!({
            "title": escaped(&words.heading, TITLE),
            "url": address(home),
            "description": escaped(&words.text, DESCRIPTION),
            "fields": fields(posts),
            "color": COLOUR,
        }),
    };
    json!({
        "embeds": [embed],
        // No text can notify anybody by name.
        "allowed_mentions": { "parse": [] },
    })
}

fn of_post(words: &Words, post: &Post) -> Value {
    let mut embed = json!({
        // Discord interprets no markup in author and footer.
        "author": { "name": written(&words.heading, TITLE, |c, out| out.push(c)) },
        "title": escaped(&post.title, TITLE),
        "description": escaped(&words.text, DESCRIPTION),
        "footer": { "text": written(&post.note, FOOTER, |c, out| out.push(c)) },
        "color": COLOUR,
    });
    match post.url.as_deref().and_then(address) {
        Some(url) if looks_like_address(&post.title) => {
            let text = escaped(&words.text, DESCRIPTION);
            embed["description"] = format!("[View post]({url})\n{text}").into();
        }
        Some(url) => embed["url"] = url.into(),
        None => {}
    }
    embed
}

fn fields(posts: &[Post]) -> Vec<Value> {
    let mut used = 0;
    let mut fields = Vec::new();
    for post in posts.iter().take(MAX_FIELDS) {
        let link = post.url.as_deref().and_then(address);
        let link = link.map(|url| format!("[View post]({url}) "));
        let note = escaped(&post.note, FOOTER);
        let value = format!("{}{note}", link.unwrap_or_default());
        let value = if value.chars().count() > FIELD_VALUE { note } else { value };
        let name = escaped(&post.title, TITLE);
        used += name.chars().count() + value.chars().count();
        if used > ALL_FIELDS {
            break;
        }
        // Discord rejects empty values.
        let filled = |text: String| {
            if text.trim().is_empty() { "…".to_owned() } else { text }
        };
        fields.push(json!({ "name": filled(name), "value": filled(value) }));
    }
    fields
}

/// Escapes `text`. A backslash removes the meaning of any punctuation, including that of a bare
/// address, which is then shown but not linked.
fn escaped(text: &str, length: usize) -> String {
    written(text, length, |c, out| {
        if c.is_ascii_punctuation() {
            out.push('\\');
        }
        out.push(c);
    })
}

/// Returns an address that cannot end a Markdown link early, or `None` if it is too long.
fn address(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?.to_string();
    let url = url.replace('(', "%28").replace(')', "%29");
    (url.len() <= 900).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{HOSTILE, in_feed, matched};
    use super::*;

    const HOME: &str = "https://harken.example/notifications";

    #[test]
    fn a_match_is_an_embed_that_links_to_the_post() {
        let alert = matched("rust is fun", "We use rust (a lot)", "https://forum.example/a_(b)");
        let body = body(&alert, HOME);
        assert_eq!(
            body["embeds"][0],
            json!({
                "author": { "name": "“rust is fun” in r/rust" },
                "title": "rust is fun",
                "url": "https://forum.example/a_%28b%29",
                "description": "We use rust \\(a lot\\)",
                "footer": { "text": "Post by u/rust is fun" },
                "color": COLOUR,
            })
        );
        assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
    }

    #[test]
    fn no_link_has_the_text_of_another_address() {
        let alert = matched("https://bank.example/login", "x", "https://forum.example/a");
        let embed = &body(&alert, HOME)["embeds"][0];
        assert!(embed.get("url").is_none());
        assert_eq!(embed["description"], "[View post](https://forum.example/a)\nx");
    }

    #[test]
    fn no_post_breaks_out_or_mentions_anyone() {
        for hostile in HOSTILE {
            let body = body(&in_feed(matched(hostile, hostile, hostile), hostile), HOME);
            let embed = &body["embeds"][0];
            for field in ["title", "description"] {
                let text = embed[field].as_str().unwrap();
                let mut before = ' ';
                let mut escapes = false;
                for c in text.chars() {
                    // Each punctuation character is preceded by its own backslash.
                    escapes = before == '\\' && !escapes;
                    assert!(!c.is_ascii_punctuation() || escapes || c == '\\', "{text}");
                    before = c;
                }
            }
            assert_eq!(body["allowed_mentions"]["parse"], json!([]));
            assert!(body.get("content").is_none());
        }
    }

    #[test]
    fn long_texts_keep_the_limits() {
        let long = "*_".repeat(20_000);
        let body = body(&matched(&long, &long, "https://forum.example/"), HOME);
        let embed = &body["embeds"][0];
        let length = |path: &str| embed.pointer(path).unwrap().as_str().unwrap().chars().count();
        assert!(length("/title") <= 256 && length("/author/name") <= 256);
        assert!(length("/description") <= DESCRIPTION && length("/footer/text") <= FOOTER);
        assert!(embed["title"].as_str().unwrap().ends_with('…'));
    }
}
