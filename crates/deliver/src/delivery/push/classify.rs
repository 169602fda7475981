//! Classifies a push service's answer (RFC 8030, section 5, and the practice of services).

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::delivery::verdict::repeated;
use crate::delivery::{AttemptResult, Outcome};
use platform::outgoing::{Answer, retry_after};

/// What services say when a browser has subscribed with another key than this server's: Apple, Google (two
/// forms) and Mozilla. Nothing but a new subscription helps.
const OTHER_KEY: [&str; 4] = [
    "vapidpkhashmismatch",
    "do not correspond to the credentials used to create the subscription",
    "does not correspond to the sender id",
    "vapid public key mismatch",
];
/// What they say about a token that they do not accept, with whatever status.
const BAD_TOKEN: [&str; 3] = ["jwt", "vapid", "token"];

/// Returns the result of an attempt that got this answer at `now`.
pub(in crate::delivery) fn classify(answer: &Answer, now: DateTime<Utc>) -> AttemptResult {
    let status = answer.status;
    let said = said(answer);
    let answered = format!("the push service answered {status}{said}");
    let words = said.to_ascii_lowercase();
    let says = |known: &[&str]| known.iter().any(|known| words.contains(known));
    let refused = matches!(status, 400 | 401 | 403);
    let outcome = match status {
        200..=299 => Outcome::Sent,
        404 | 410 => Outcome::Gone(format!("the browser is no longer subscribed{said}")),
        413 => {
            Outcome::Dead(format!("the push service does not accept messages of this size{said}"))
        }
        _ if refused && says(&OTHER_KEY) => Outcome::Dead(format!(
            "{answered}: the browser has subscribed with another key of this server. Turn browser alerts \
             off and on again in it"
        )),
        // It refuses this server and would refuse it for every browser. Messages wait, and are sent if
        // whoever runs Harken corrects it in time; the subscription is as good as before.
        401 | 403 => return own_fault(&answered, status),
        400 if says(&BAD_TOKEN) => return own_fault(&answered, status),
        // A redirect is not followed; it may be absent the next time. 406 is how Microsoft's service
        // limits the rate.
        300..=399 | 406 | 408 | 425 | 429 | 500.. => {
            Outcome::Retry { reason: answered, after: retry_after(answer, now) }
        }
        _ => Outcome::Dead(answered),
    };
    outcome.with_status(status)
}

fn own_fault(answered: &str, status: u16) -> AttemptResult {
    let reason = format!(
        "{answered}: it refuses this server, not the browser. Whoever runs Harken finds the reason with \
         harken doctor"
    );
    AttemptResult { is_own_fault: true, ..Outcome::retry(reason).with_status(status) }
}

/// Returns ` (…)` with the service's own words: Apple's `reason`, Mozilla's `message`, Google's text or
/// `error.message`.
fn said(answer: &Answer) -> String {
    let text = String::from_utf8_lossy(&answer.body);
    let words = match serde_json::from_slice::<Value>(&answer.body) {
        Ok(body) => ["/reason", "/message", "/error/message"]
            .iter()
            .find_map(|path| Some(body.pointer(path)?.as_str()?.to_owned()))
            .unwrap_or_default(),
        // A page of HTML comes from something in between.
        Err(_) if text.trim_start().starts_with('<') => String::new(),
        Err(_) => text.into_owned(),
    };
    repeated(&words)
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderMap, RETRY_AFTER};

    use super::*;

    #[derive(Debug, PartialEq, Eq, Clone, Copy)]
    enum Meaning {
        Sent,
        /// The subscription has ended.
        Gone,
        /// The message is given up, and counts against the browser.
        Dead,
        Retry,
        /// The message waits, and does not count against the browser.
        OwnFault,
    }

    fn classified(status: u16, body: &str) -> (Meaning, String) {
        let mut answer = Answer { status, headers: HeaderMap::new(), body: body.into() };
        answer.headers.insert(RETRY_AFTER, "7".parse().unwrap());
        let result = classify(&answer, DateTime::UNIX_EPOCH);
        assert_eq!(result.status_code, Some(status));
        match (result.outcome, result.is_own_fault) {
            (Outcome::Sent, false) => (Meaning::Sent, String::new()),
            (Outcome::Gone(reason), false) => (Meaning::Gone, reason),
            (Outcome::Dead(reason), false) => (Meaning::Dead, reason),
            (Outcome::Retry { reason, after }, false) => {
                assert_eq!(after.map(|after| after.as_secs()), Some(7), "{status}");
                (Meaning::Retry, reason)
            }
            (Outcome::Retry { reason, .. }, true) => (Meaning::OwnFault, reason),
            other => panic!("{status} {body}: {other:?}"),
        }
    }

    #[test]
    fn each_services_answers_have_their_meaning() {
        use Meaning::{Dead, Gone, OwnFault, Retry, Sent};
        for (status, body, meaning) in [
            (200, "", Sent),
            (201, "", Sent),
            (202, "", Sent),
            (204, "", Sent),
            (404, "", Gone),
            (410, r#"{"reason":"Unregistered"}"#, Gone),
            (410, "push subscription has unsubscribed or expired.\n", Gone),
            (413, r#"{"reason":"PayloadTooLarge"}"#, Dead),
            // Apple
            (403, r#"{"reason":"BadJwtToken"}"#, OwnFault),
            (403, r#"{"reason":"ExpiredProviderToken"}"#, OwnFault),
            (400, r#"{"reason":"VapidPkHashMismatch"}"#, Dead),
            (400, r#"{"reason":"BadWebPushTopic"}"#, Dead),
            (429, r#"{"reason":"TooManyProviderTokenUpdates"}"#, Retry),
            // Google
            (403, "invalid JWT provided\n", OwnFault),
            (
                403,
                "the VAPID credentials in the authorization header do not correspond to the credentials \
                 used to create the subscriptions.\n",
                Dead,
            ),
            (400, "crypto-key header had invalid VAPID key\n", OwnFault),
            // Mozilla
            (
                401,
                r#"{"code":401,"errno":109,"error":"Unauthorized","message":"VAPID public key mismatch"}"#,
                Dead,
            ),
            (401, r#"{"code":401,"errno":109,"message":"Invalid bearer auth"}"#, OwnFault),
            (404, r#"{"code":404,"errno":102,"message":"Invalid URL endpoint"}"#, Gone),
            // Microsoft
            (406, "", Retry),
            (400, "", Dead),
            (401, "", OwnFault),
            (403, "<html>Forbidden</html>", OwnFault),
            (405, "", Dead),
            (302, "", Retry),
            (307, "", Retry),
            (408, "", Retry),
            (425, "", Retry),
            (429, "", Retry),
            (500, "", Retry),
            (503, "", Retry),
            (599, "", Retry),
        ] {
            assert_eq!(classified(status, body).0, meaning, "{status} {body}");
        }
    }

    #[test]
    fn a_reason_repeats_what_the_service_said_on_one_bounded_line() {
        for (status, body, reason) in [
            (503, "", "the push service answered 503"),
            (
                503,
                "busy\nnow https://push.example/secret",
                "the push service answered 503 (busy now …)",
            ),
            (400, r#"{"error":{"message":"no"}}"#, "the push service answered 400 (no)"),
            (
                410,
                r#"{"reason":"Unregistered"}"#,
                "the browser is no longer subscribed (Unregistered)",
            ),
            (
                403,
                r#"{"reason":"BadJwtToken"}"#,
                "the push service answered 403 (BadJwtToken): it refuses this server, not the browser. \
                 Whoever runs Harken finds the reason with harken doctor",
            ),
        ] {
            assert_eq!(classified(status, body).1, reason);
        }
        assert!(classified(503, &"x".repeat(60_000)).1.len() < 200);
    }
}
