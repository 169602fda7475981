//! Breaks documents on demand: a feed before it is written, and its bytes afterwards.

use std::fmt::Write as _;

use chrono::{DateTime, TimeDelta, Utc};

use crate::feed::documents::Document;
use crate::feed::faults::FaultKind;

/// A way in which the content of a feed is wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Twist {
    OtherIds,
    NoDates,
    FutureDates,
}

impl Twist {
    /// Returns the twist that a fault calls for, if any.
    pub(crate) fn of(fault: &FaultKind) -> Option<Self> {
        match fault {
            FaultKind::OtherIds => Some(Self::OtherIds),
            FaultKind::NoDates => Some(Self::NoDates),
            FaultKind::FutureDates => Some(Self::FutureDates),
            _ => None,
        }
    }

    /// Changes the content of a feed at `now`; `answer` is the number of the answer.
    pub(crate) fn apply(self, document: &mut Document, now: DateTime<Utc>, answer: u64) {
        for entry in &mut document.entries {
            match self {
                Self::OtherIds => entry.id = format!("{}-{answer}", entry.id),
                Self::NoDates => entry.date = None,
                Self::FutureDates => entry.date = Some(now + TimeDelta::days(365)),
            }
        }
    }
}

/// Inserts a control character and a byte that is not valid UTF-8 into each title.
pub(crate) fn spoil_titles(body: &[u8]) -> Vec<u8> {
    let begins: [&[u8]; 2] = [b"<title>", b"\"title\":\""];
    let mut spoilt = Vec::with_capacity(body.len());
    for byte in body {
        spoilt.push(*byte);
        if begins.iter().any(|begin| spoilt.ends_with(begin)) {
            spoilt.extend(b"\x0b\xff");
        }
    }
    spoilt
}

/// Makes a document in UTF-8 declare UTF-16.
pub(crate) fn misname_encoding(body: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(body);
    let named = text.replacen("encoding=\"utf-8\"", "encoding=\"utf-16\"", 1);
    named.into_bytes()
}

/// Returns a feed whose title would take up gigabytes if its entities were expanded.
pub(crate) fn entity_bomb() -> String {
    let mut document =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE rss [\n<!ENTITY e0 \"tick \">\n".to_owned();
    for level in 1..10 {
        let lower = format!("&e{};", level - 1).repeat(10);
        // Writing to a string cannot fail.
        let _ = writeln!(document, "<!ENTITY e{level} \"{lower}\">");
    }
    document.push_str(
        "]>\n<rss version=\"2.0\"><channel><title>&e9;</title>\n\
         <item><guid isPermaLink=\"false\">1</guid><title>&e9;</title></item></channel></rss>\n",
    );
    document
}
