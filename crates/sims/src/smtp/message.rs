//! A message that arrived, with its parts decoded.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use mail_parser::{MessageParser, MimeHeaders};
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// The id, which counts up from 1 in the order of arrival.
    pub id: u64,
    /// The envelope's sender.
    pub from: String,
    /// The envelope's recipients.
    pub to: Vec<String>,
    /// The decoded subject; empty if there is none.
    pub subject: String,
    /// Header lines by lower-case name, unfolded, in the order of arrival, not decoded.
    pub headers: BTreeMap<String, Vec<String>>,
    /// The plain text part, if the message has one of its own.
    pub text: Option<String>,
    /// The HTML part, if the message has one of its own.
    pub html: Option<String>,
    /// Names and types of attachments.
    pub attachments: Vec<String>,
    /// The message as it was sent, without dot-stuffing; bytes that are not UTF-8 are replaced.
    pub raw: String,
    pub received_at: DateTime<Utc>,
}

impl Message {
    /// Returns the first header of that name, ignoring case, unfolded.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(&name.to_lowercase())?.first().map(String::as_str)
    }

    /// Parses a message. One that is not well-formed still has its raw text.
    pub(crate) fn parse(id: u64, from: String, to: Vec<String>, raw: &[u8]) -> Self {
        let mut message = Self {
            id,
            from,
            to,
            subject: String::new(),
            headers: BTreeMap::new(),
            text: None,
            html: None,
            attachments: Vec::new(),
            raw: String::from_utf8_lossy(raw).into_owned(),
            received_at: Utc::now(),
        };
        let Some(parsed) = MessageParser::default().parse(raw) else {
            return message;
        };
        message.subject = parsed.subject().unwrap_or_default().to_owned();
        for (name, value) in parsed.headers_raw() {
            let lines = message.headers.entry(name.to_lowercase()).or_default();
            lines.push(value.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        for part in &parsed.parts {
            // Without a Content-Type a part is plain text (RFC 2045, section 5.2).
            let kind = part.content_type().map_or(("text", "plain"), |kind| {
                (kind.ctype(), kind.subtype().unwrap_or_default())
            });
            if part.attachment_name().is_some() {
                let name = part.attachment_name().unwrap_or_default();
                message.attachments.push(format!("{name} ({}/{})", kind.0, kind.1));
                continue;
            }
            let text = || part.text_contents().map(str::to_owned);
            match (kind.0.to_ascii_lowercase().as_str(), kind.1.to_ascii_lowercase().as_str()) {
                ("text", "html") if message.html.is_none() => message.html = text(),
                ("text", "plain") if message.text.is_none() => message.text = text(),
                _ => {}
            }
        }
        message
    }
}
