//! Parts of emails: subjects, links, ids and highlighted spans.

use std::borrow::Cow;

use matcher::Utf16Span;
use url::Url;
use uuid::Uuid;

use db::models::outbox::OutboxRow;
use foundation::wording::line::{self, reorders};
use platform::context::Context;
use platform::wire::{MatchField, Notification};

/// The most characters of an email's subject line.
pub(super) const SUBJECT_LENGTH: usize = 120;
/// The approximate number of characters shown of a post's title.
pub(super) const TITLE_LENGTH: usize = 300;

/// Returns where the keyword appears in one field.
pub(super) fn spans(notification: &Notification, wanted: MatchField) -> Vec<Utf16Span> {
    let of_field = notification.matches.iter().filter(|m| m.field == wanted);
    of_field.map(|m| Utf16Span { start: m.start as usize, end: m.end as usize }).collect()
}

/// Returns an id that is the same over all attempts, so that a receiver can recognise a repeated
/// message (RFC 5322, section 3.6.4).
pub(super) fn message_id(context: &Context, row: &OutboxRow) -> String {
    let host = context.config.server.public_url.host_str();
    format!("<{}@{}>", row.id, host.unwrap_or("localhost"))
}

pub(super) fn base(context: &Context, path: &str) -> Url {
    let mut url = context.config.server.public_url.clone();
    let root = url.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{root}/{path}"));
    url
}

pub(super) fn address(context: &Context, path: &str) -> String {
    base(context, path).into()
}

/// Returns the path of the page in Harken that shows one match, opened.
pub(super) fn path_of_match(id: Uuid) -> String {
    format!("/notifications/message/{id}")
}

/// Returns the forum's link, if an email may carry it. What would end it early or add a line is encoded.
pub fn web_link(url: &str) -> Option<Cow<'_, str>> {
    let parsed = Url::parse(url).ok()?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return None;
    }
    let breaks_out = |c: char| c.is_whitespace() || c.is_control() || reorders(c);
    Some(if url.contains(breaks_out) { String::from(parsed).into() } else { url.into() })
}

/// Returns `text` on [one line](line::one_line), cut to `length` characters.
pub(super) fn one_line(text: &str, length: usize) -> String {
    let line = line::one_line(text);
    if line.chars().count() <= length {
        return line;
    }
    let cut: String = line.chars().take(length.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}
