//! Detects whether a reader already has a document (RFC 9110, section 13).

use axum::http::HeaderMap;
use axum::http::header::{IF_MODIFIED_SINCE, IF_NONE_MATCH};
use chrono::{DateTime, Utc};

use crate::feed::entries::{Form, Shown, Validators};

/// The validators of a document.
pub(crate) struct Validation {
    pub(crate) etag: Option<String>,
    pub(crate) modified: Option<DateTime<Utc>>,
}

impl Validation {
    /// Returns the validators of a feed in one of its forms.
    pub(crate) fn of(feed: &Shown, form: Form) -> Self {
        let has_etag = matches!(feed.validators, Validators::Both | Validators::Etag);
        let is_dated = matches!(feed.validators, Validators::Both | Validators::LastModified);
        // The tag is strong, so each form needs its own.
        let etag = || format!("\"{:x}-{}\"", feed.version, form.extension());
        Self { etag: has_etag.then(etag), modified: is_dated.then_some(feed.modified) }
    }

    /// Returns true if `headers` say that the reader has this document. If they name a tag, their date is
    /// ignored.
    pub(crate) fn is_known(&self, headers: &HeaderMap) -> bool {
        let mut tags = headers.get_all(IF_NONE_MATCH).iter().peekable();
        if let Some(etag) = &self.etag
            && tags.peek().is_some()
        {
            let tags = tags.filter_map(|tags| tags.to_str().ok());
            let mut tags = tags.flat_map(|tags| tags.split(',')).map(str::trim);
            return tags.any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag);
        }
        let since = headers.get(IF_MODIFIED_SINCE);
        let since = since.and_then(|since| DateTime::parse_from_rfc2822(since.to_str().ok()?).ok());
        match (self.modified, since) {
            (Some(modified), Some(since)) => modified <= since,
            _ => false,
        }
    }

    /// Returns the value of `Last-Modified`.
    pub(crate) fn last_modified(&self) -> Option<String> {
        self.modified.map(http_date)
    }
}

fn http_date(at: DateTime<Utc>) -> String {
    at.format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
