//! Reads answers, and classifies failures.

use std::error::Error;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::StreamExt;
use reqwest::header::{HeaderMap, RETRY_AFTER};

use super::{Refused, SendError};
use foundation::net::unpack;

/// The most bytes of an answer that are read; a receiver has little to say.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// The length to which a reason is cut.
const REASON_CHARS: usize = 160;

/// An answer, whatever its status.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    /// The beginning of the body, unpacked, at most [`MAX_ANSWER_BYTES`].
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads until the body ends, reaches the limit, or breaks off. The status alone decides what
    /// became of the message: a body that is cut or slow must not cause a second sending.
    pub(super) async fn read(response: reqwest::Response) -> Self {
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let mut body = Vec::new();
        let mut pieces = response.bytes_stream();
        while let Some(Ok(piece)) = pieces.next().await {
            let room = MAX_ANSWER_BYTES - body.len();
            body.extend_from_slice(&piece[..piece.len().min(room)]);
            if piece.len() >= room {
                break;
            }
        }
        let body = unpack(body, &headers, MAX_ANSWER_BYTES).body;
        Self { status, headers, body }
    }
}

/// Returns how long the other side asks to wait (RFC 9110, section 10.2.3): seconds, or the time
/// until a date; zero for a date that is past.
pub fn retry_after(answer: &Answer, now: DateTime<Utc>) -> Option<Duration> {
    let text = answer.headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until: DateTime<Utc> = httpdate::parse_http_date(text).ok()?.into();
    Some((until - now).to_std().unwrap_or_default())
}

/// Returns the meaning of a failure. HTTP errors tend to repeat the address: only the innermost
/// one, which comes from the network or TLS, is reported.
pub(super) fn failure(error: &reqwest::Error, scheme: &str) -> SendError {
    let mut last: Option<&(dyn Error + 'static)> = None;
    let mut next = error.source();
    while let Some(source) = next {
        if let Some(refused) = source.downcast_ref::<Refused>() {
            // Without TLS, only the allowed networks are reached.
            return SendError::Refused(match scheme {
                "https" => *refused,
                _ => Refused::NotHttps,
            });
        }
        last = Some(source);
        next = source.source();
    }
    if error.is_timeout() {
        return SendError::Timeout;
    }
    let what = if error.is_connect() {
        "could not connect"
    } else {
        "the connection ended before an answer came"
    };
    let cause = last.map(ToString::to_string).unwrap_or_default();
    let cause = cause.split(" (os error").next().unwrap_or_default();
    SendError::Failed(match cause {
        "" => what.to_owned(),
        // It may contain the address.
        cause if cause.contains("://") => what.to_owned(),
        cause => format!("{what}: {cause}").chars().take(REASON_CHARS).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(text: &str) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, text.parse().unwrap());
        let answer = Answer { status: 429, headers, body: Vec::new() };
        let now = DateTime::from_timestamp(784_111_777, 0).unwrap();
        retry_after(&answer, now).map(|wait| wait.as_secs())
    }

    #[test]
    fn a_wish_is_seconds_or_a_date_in_any_of_three_forms() {
        for (text, seconds) in [
            ("120", Some(120)),
            ("0", Some(0)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60)),
            ("Sunday, 06-Nov-94 08:50:37 GMT", Some(60)),
            ("Sun Nov  6 08:50:37 1994", Some(60)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", Some(0)),
            ("-5", None),
            ("1.5", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(asks(text), seconds, "{text}");
        }
    }
}
