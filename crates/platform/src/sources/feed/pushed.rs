//! Items that programs send, in the form in which they wait, and as entries of a feed.

use aws_lc_rs::digest::{SHA256, digest};
use chrono::{DateTime, Utc};
use feeds::{Content, Entry};
use foundation::hex;
use matcher::feed_place;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::entry::{Mark, PREFIX, mark_of};
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_CHARS};

/// The longest id of an item, in bytes.
const MAX_ID_BYTES: usize = 200;
/// The longest name of a character in HTML is `&CounterClockwiseContourIntegral;`.
const MAX_ENTITY_CHARS: usize = 32;
/// The longest name of a push source.
const MAX_PUSH_NAME_CHARS: usize = 40;

/// The kind of markup in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextFormat {
    /// Plain text, which is shown as it was sent.
    #[default]
    Text,
    Html,
    Markdown,
}

/// An item that a program sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushedItem {
    /// The sender's own id for the item, unique in its source: 1 to 200 bytes. An item whose id is known is not stored
    /// again.
    #[schema(max_length = 200, example = "1")]
    pub id: String,
    /// Plain text. An item needs a title or a text.
    #[serde(default)]
    #[schema(max_length = 1000, example = "The kettle sings")]
    pub title: String,
    #[serde(default)]
    #[schema(max_length = 100_000)]
    pub text: String,
    /// The kind of markup in `text`.
    #[serde(default)]
    pub format: TextFormat,
    /// The HTTP or HTTPS address to which alerts lead.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2000, nullable = false)]
    pub url: Option<Url>,
    #[serde(default)]
    #[schema(max_length = 200)]
    pub author: String,
    /// The time at which it was written. If it is missing, in the future or more than a week ago, the time at which
    /// the item arrived counts.
    #[serde(default)]
    #[schema(nullable = false)]
    pub published_at: Option<DateTime<Utc>>,
}

impl PushedItem {
    /// Checks what the types of the fields do not.
    ///
    /// # Errors
    /// The name of a field, and what is wrong with it, for people.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let too_long = |text: &str, most: usize| text.chars().count() > most;
        let most = |most: &str| format!("Use at most {most} characters");
        if self.id.is_empty() || self.id.len() > MAX_ID_BYTES {
            return Err(("id", format!("Use 1 to {MAX_ID_BYTES} bytes")));
        }
        if self.id.contains(char::is_control) {
            return Err(("id", "Use no control characters".to_owned()));
        }
        if too_long(&self.title, MAX_TITLE_CHARS) {
            return Err(("title", most("1,000")));
        }
        if too_long(&self.text, MAX_BODY_CHARS) {
            return Err(("text", most("100,000")));
        }
        if too_long(&self.author, MAX_NAME_CHARS) {
            return Err(("author", most("200")));
        }
        if self.title.trim().is_empty() && self.text.trim().is_empty() {
            return Err(("text", "Send a title or a text".to_owned()));
        }
        let is_web = |url: &Url| {
            matches!(url.scheme(), "http" | "https") && !too_long(url.as_str(), MAX_URL_CHARS)
        };
        if !self.url.as_ref().is_none_or(is_web) {
            return Err(("url", "This must be an HTTP or HTTPS address".to_owned()));
        }
        Ok(())
    }

    /// Returns the item as an entry of a feed.
    pub fn into_entry(self) -> Entry {
        let content = match self.format {
            TextFormat::Text => Content::Text(escaped(&self.text)),
            TextFormat::Markdown => Content::Text(self.text),
            TextFormat::Html => Content::Html(self.text),
        };
        Entry {
            key: self.id,
            title: self.title.split_whitespace().collect::<Vec<_>>().join(" "),
            author: self.author,
            texts: vec![content],
            link: self.url,
            published: self.published_at,
            updated: None,
            categories: Vec::new(),
        }
    }
}

/// Returns the Markdown that shows a plain text as it is.
fn escaped(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim();
        let number = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let mut out = String::with_capacity(line.len());
        let mut before = ' ';
        for (at, c) in line.char_indices() {
            let rest = &line[at + c.len_utf8()..];
            let next = rest.chars().next().unwrap_or(' ');
            let is_special = match c {
                '\\' | '`' | '*' | '[' | '~' => true,
                '_' => !before.is_alphanumeric() || !next.is_alphanumeric(),
                '<' => next.is_ascii_alphabetic() || "/!?".contains(next),
                '&' => rest.chars().take(MAX_ENTITY_CHARS).any(|c| c == ';'),
                '>' => at == 0 || next == '!',
                '#' | '-' | '+' | '=' | '|' => at == 0,
                '.' | ')' => at > 0 && at == number,
                _ => false,
            };
            before = c;
            if is_special {
                out.push('\\');
            }
            out.push(c);
        }
        out
    });
    // Two spaces keep the end of a line.
    lines.collect::<Vec<_>>().join("  \n").replace("\n  \n", "\n\n")
}

/// Returns the name of a push source in small letters, if it can be one.
pub fn push_name(typed: &str) -> Option<String> {
    let in_name = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    let ends_well = |c: Option<&u8>| c.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = typed.as_bytes();
    let is_name = bytes.len() <= MAX_PUSH_NAME_CHARS
        && bytes.iter().all(|c| in_name(*c))
        && ends_well(bytes.first())
        && ends_well(bytes.last());
    is_name.then(|| typed.to_ascii_lowercase())
}

/// Returns the place of the push source of a name that is stored under this address.
pub fn push_place(name: &str, address: &str) -> String {
    let hash = digest(&SHA256, address.as_bytes());
    feed_place(&format!("{name}.push"), &hex::encode(&hash.as_ref()[..4]))
}

/// Returns the mark of the item with an id in the push source at `place`.
pub fn push_mark(place: &str, id: &str) -> Mark {
    mark_of(&[place, id])
}

/// Returns the id of a marked item where those of all sources are mixed.
pub fn marked_id(mark: Mark) -> String {
    format!("{PREFIX}{}", hex::encode(&mark))
}

#[cfg(test)]
mod tests {
    use matcher::{SubredditName, site_of};

    use super::*;

    #[test]
    fn a_name_makes_a_place_of_its_own() {
        for wrong in ["", "-a", "a-", "a b", "a.b", "ü", &"a".repeat(41)] {
            assert_eq!(push_name(wrong), None, "{wrong}");
        }
        let name = push_name("My-Mail").unwrap();
        let [one, other] = ["push:my-mail#1", "push:my-mail#2"].map(|at| push_place(&name, at));
        assert!(one != other && SubredditName::parse(&one).is_ok(), "{one}");
        assert_eq!(site_of(&one), "my-mail.push");
    }

    #[test]
    fn plain_text_is_no_markup() {
        for (text, shown) in [
            ("a <b>kettle</b> &amp; *tea*", r"a \<b>kettle\</b> \&amp; \*tea\*"),
            ("# one\n  - two\n1. three\n\nfour.", "\\# one  \n\\- two  \n1\\. three  \n\nfour."),
            ("a-b #1 snake_case 2 < 3 (5) 3.5", "a-b #1 snake_case 2 < 3 (5) 3.5"),
            ("_a_ ~~b~~", r"\_a\_ \~\~b\~\~"),
        ] {
            assert_eq!(escaped(text), shown);
        }
    }
}
