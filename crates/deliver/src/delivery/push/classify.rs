//! Classifies a push service's answer (RFC 8030, section 5, and the practice of services).

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::delivery::Outcome;
use platform::outgoing::{Answer, retry_after};

/// Returns the outcome of an attempt that got this answer at `now`.
pub(in crate::delivery) fn classify(answer: &Answer, now: DateTime<Utc>) -> Outcome {
    of_status(answer.status, retry_after(answer, now))
}

fn of_status(status: u16, after: Option<Duration>) -> Outcome {
    let said = format!("the push service answered {status}");
    match status {
        200..=299 => Outcome::Sent,
        404 | 410 => Outcome::Gone("the browser is no longer subscribed".to_owned()),
        413 => Outcome::Dead("the push service does not accept messages of this size".to_owned()),
        // A redirect is not followed; it may be absent the next time.
        300..=399 | 408 | 425 | 429 | 500.. => Outcome::Retry { reason: said, after },
        _ => Outcome::Dead(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_status_has_its_meaning() {
        let retry = |status: u16| Outcome::Retry {
            reason: format!("the push service answered {status}"),
            after: Some(Duration::from_secs(7)),
        };
        let of = |status| of_status(status, Some(Duration::from_secs(7)));
        for status in [200, 201, 202, 204] {
            assert_eq!(of(status), Outcome::Sent, "{status}");
        }
        for status in [404, 410] {
            assert!(matches!(of(status), Outcome::Gone(_)), "{status}");
        }
        for status in [400, 401, 403, 405, 413] {
            assert!(matches!(of(status), Outcome::Dead(_)), "{status}");
        }
        for status in [302, 307, 408, 425, 429, 500, 502, 503, 504, 599] {
            assert_eq!(of(status), retry(status));
        }
    }
}
