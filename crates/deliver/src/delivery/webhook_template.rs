//! The request that the owner of a webhook composed, for services that expect a form of their own.
//! Placeholders are only in texts of its JSON, so that what strangers wrote stays a text, whatever
//! it contains.

use std::collections::BTreeMap;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation;
use utoipa::ToSchema;

const MAX_BODY_BYTES: usize = 10_000;
const MAX_PLACEHOLDERS: usize = 50;
const MAX_HEADERS: usize = 10;
const MAX_HEADER_BYTES: usize = 2_000;
/// The most characters of a placeholder's value, which a placeholder may lower.
const MAX_VALUE_CHARS: usize = 10_000;
/// The headers that the request has anyway, or that decide how it is sent.
const OWN_HEADERS: [&str; 9] = [
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "host",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// The names of placeholders.
pub(super) const NAMES: [&str; 15] = [
    "author", "content", "count", "data", "heading", "id", "keyword", "kind", "page", "place",
    "text", "time", "title", "type", "url",
];

/// A webhook's request in the form that a service expects.
// Not `Debug`: headers hold tokens.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookTemplate, example = json!({
    "headers": {"Authorization": "Bearer s3cret"},
    "body": "{\"text\": \"{{title:200}} {{url}}\"}",
}))]
pub struct Template {
    #[serde(default)]
    #[schema(nullable = false)]
    pub method: Method,
    /// At most 10 headers besides those that every request has, such as `Authorization`.
    #[serde(default)]
    #[schema(nullable = false)]
    pub headers: BTreeMap<String, String>,
    /// JSON. Its texts may contain placeholders such as `{{title}}`, or `{{title:100}}` for at most
    /// 100 characters. A text that is only a placeholder becomes its value: `"{{count}}"` a number.
    #[schema(max_length = 10_000)]
    pub body: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = WebhookMethod)]
pub enum Method {
    #[default]
    Post,
    Put,
    Patch,
}

impl From<Method> for reqwest::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Post => Self::POST,
            Method::Put => Self::PUT,
            Method::Patch => Self::PATCH,
        }
    }
}

/// The values of placeholders.
pub type Values = BTreeMap<&'static str, Value>;

/// A part of a text.
enum Part<'a> {
    Text(&'a str),
    Placeholder { name: &'a str, most: usize },
}

impl Template {
    /// Checks the template.
    ///
    /// # Errors
    /// Returns the wrong fields, each with a text for its owner.
    pub fn check(&self) -> Result<(), Vec<(&'static str, String)>> {
        let checked = [("headers", self.check_headers()), ("body", self.check_body())];
        let wrong: Vec<_> =
            checked.into_iter().filter_map(|(field, one)| Some((field, one.err()?))).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn check_headers(&self) -> Result<(), String> {
        if self.headers.len() > MAX_HEADERS {
            return Err(format!("Use at most {MAX_HEADERS} headers"));
        }
        for (name, value) in &self.headers {
            let known = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| format!("“{name}” is not the name of a header"))?;
            if OWN_HEADERS.contains(&known.as_str()) || known.as_str().starts_with("webhook-") {
                return Err(format!("Harken itself sets the header {name}"));
            }
            if value.len() > MAX_HEADER_BYTES || HeaderValue::from_str(value).is_err() {
                return Err(format!(
                    "The value of {name} must be one line of at most {MAX_HEADER_BYTES} characters"
                ));
            }
        }
        Ok(())
    }

    fn check_body(&self) -> Result<(), String> {
        if self.body.len() > MAX_BODY_BYTES {
            return Err(format!("Use at most {MAX_BODY_BYTES} characters"));
        }
        let body: Value = serde_json::from_str(&self.body).map_err(|error| {
            format!("This is not JSON: {error}. Put placeholders in quotes: \"{{{{title}}}}\"")
        })?;
        let mut count = 0;
        count_placeholders(&body, &mut count)?;
        if count > MAX_PLACEHOLDERS {
            return Err(format!("Use at most {MAX_PLACEHOLDERS} placeholders"));
        }
        Ok(())
    }

    /// Returns the body with `values` in it.
    pub(super) fn body(&self, values: &Values) -> anyhow::Result<String> {
        Ok(fill(serde_json::from_str(&self.body)?, values)?.to_string())
    }

    /// Adds the headers, which replace others of the same name.
    pub(super) fn add_headers(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes());
            if let (Ok(name), Ok(mut value)) = (name, HeaderValue::from_str(value)) {
                value.set_sensitive(name != CONTENT_TYPE);
                headers.insert(name, value);
            }
        }
    }
}

fn count_placeholders(value: &Value, count: &mut usize) -> Result<(), String> {
    match value {
        Value::String(text) => {
            for part in parts(text)? {
                *count += usize::from(matches!(part, Part::Placeholder { .. }));
            }
            Ok(())
        }
        Value::Array(values) => values.iter().try_for_each(|one| count_placeholders(one, count)),
        Value::Object(map) => map.values().try_for_each(|one| count_placeholders(one, count)),
        _ => Ok(()),
    }
}

fn fill(template: Value, values: &Values) -> anyhow::Result<Value> {
    Ok(match template {
        Value::String(text) => fill_text(&text, values).map_err(anyhow::Error::msg)?,
        Value::Array(all) => {
            all.into_iter().map(|one| fill(one, values)).collect::<Result<_, _>>()?
        }
        Value::Object(all) => all
            .into_iter()
            .map(|(key, one)| Ok((key, fill(one, values)?)))
            .collect::<anyhow::Result<_>>()?,
        other => other,
    })
}

fn fill_text(template: &str, values: &Values) -> Result<Value, String> {
    let parts = parts(template)?;
    if let [Part::Placeholder { name, most }] = parts.as_slice() {
        return Ok(match &values[name] {
            Value::String(text) => cut(text, *most).into(),
            other => other.clone(),
        });
    }
    let mut filled = String::new();
    for part in parts {
        match part {
            Part::Text(text) => filled.push_str(text),
            Part::Placeholder { name, most } => match &values[name] {
                Value::String(text) => filled.push_str(&cut(text, most)),
                Value::Null => {}
                other => filled.push_str(&cut(&other.to_string(), most)),
            },
        }
    }
    Ok(filled.into())
}

fn parts(mut text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    while let Some((before, after)) = text.split_once("{{") {
        let Some((inside, rest)) = after.split_once("}}") else {
            return Err("A placeholder does not end with }}".to_owned());
        };
        if !before.is_empty() {
            parts.push(Part::Text(before));
        }
        parts.push(placeholder(inside.trim())?);
        text = rest;
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Ok(parts)
}

fn placeholder(inside: &str) -> Result<Part<'_>, String> {
    let (name, most) = match inside.split_once(':') {
        None => (inside, Some(MAX_VALUE_CHARS)),
        Some((name, most)) => (
            name.trim(),
            most.trim().parse().ok().filter(|most| (1..=MAX_VALUE_CHARS).contains(most)),
        ),
    };
    if !NAMES.contains(&name) {
        return Err(format!("{{{{{name}}}}} is no placeholder. There are: {}", NAMES.join(", ")));
    }
    let Some(most) = most else {
        return Err(format!("After {name}: there must be a number from 1 to {MAX_VALUE_CHARS}"));
    };
    Ok(Part::Placeholder { name, most })
}

/// Returns at most `most` characters of `text`, with an ellipsis where it was cut, which splits nothing
/// that a person sees as one character.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut left = most - 1;
    let fits = text.graphemes(true).take_while(|one| {
        let chars = one.chars().count();
        let is_in = chars <= left;
        left = left.saturating_sub(chars);
        is_in
    });
    fits.chain(["…"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(body: &str) -> Template {
        Template { method: Method::Post, headers: BTreeMap::new(), body: body.to_owned() }
    }

    #[test]
    fn a_cut_splits_no_visible_character() {
        for (text, most, expected) in [
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("a👨‍👩‍👧b", 4, "a…"),
            ("e\u{301}e\u{301}", 3, "e\u{301}…"),
            ("ab", 1, "…"),
        ] {
            assert_eq!(cut(text, most), expected);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let many = format!(r#"["{}"]"#, "{{title}}".repeat(51));
        for (body, says) in [
            (r#"{"a": {{title}}}"#, "Put placeholders in quotes"),
            ("", "This is not JSON"),
            (r#"{"a": "{{titel}}"}"#, "{{titel}} is no placeholder. There are: author, content"),
            (r#"{"a": "{{title"}"#, "does not end with }}"),
            (r#"{"a": "{{title:0}}"}"#, "a number from 1 to 10000"),
            (r#"{"a": ["{{title:x}}"]}"#, "a number from 1 to 10000"),
            (&many, "at most 50 placeholders"),
            (&format!("\"{}\"", "a".repeat(MAX_BODY_BYTES)), "at most 10000 characters"),
        ] {
            let wrong = template(body).check().unwrap_err();
            assert!(wrong[0].0 == "body" && wrong[0].1.contains(says), "{body}: {}", wrong[0].1);
        }
        for (name, value) in [
            ("Host", "a"),
            ("webhook-id", "1"),
            ("a b", "1"),
            ("X-A", "a\r\nX-B: c"),
            ("Content-Length", "1"),
        ] {
            let headers = BTreeMap::from([(name.to_owned(), value.to_owned())]);
            let wrong = Template { headers, ..template("{}") }.check().unwrap_err();
            assert_eq!(wrong[0].0, "headers", "{name}");
        }
        assert!(template(r#"{"a": "{{title}}"}"#).check().is_ok());
    }
}
