//! How calls prove who makes them.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use reqwest::header::AUTHORIZATION;

use super::Call;

/// The most seconds by which the time in a call may differ from ours. Relays repeat a call that was not answered for
/// hours, and do not say whether they sign it again. Within this time an event counts once, by its id.
const TOLERANCE_SECONDS: u64 = 24 * 60 * 60;

/// Returns whether the call has the password that was put into the webhook's address, with any name (RFC 7617).
pub(super) fn has_password(call: &Call<'_>, password: &str, _: DateTime<Utc>) -> bool {
    let header = call.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let encoded = header.and_then(|header| {
        let (scheme, encoded) = header.split_once(' ')?;
        scheme.eq_ignore_ascii_case("basic").then_some(encoded.trim())
    });
    let given = encoded.and_then(|encoded| STANDARD.decode(encoded).ok()).unwrap_or_default();
    let Some(at) = given.iter().position(|byte| *byte == b':') else {
        return false;
    };
    !password.is_empty() && is_same(&given[at + 1..], password.as_bytes())
}

/// Compares in a time that says nothing about how much is the same, or about the lengths: digests are equally long.
fn is_same(given: &[u8], expected: &[u8]) -> bool {
    let (given, expected) = (digest(&SHA256, given), digest(&SHA256, expected));
    verify_slices_are_equal(given.as_ref(), expected.as_ref()).is_ok()
}

/// Returns whether a time in seconds, as a call names it, is about `now`.
pub(super) fn is_near(seconds: &str, now: DateTime<Utc>) -> bool {
    let seconds = seconds.parse::<i64>();
    seconds.is_ok_and(|seconds| seconds.abs_diff(now.timestamp()) <= TOLERANCE_SECONDS)
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderMap, HeaderValue};

    use super::*;

    #[test]
    fn only_the_password_counts() {
        let password = "a password: with a colon";
        let is_taken = |header: &str| {
            let value = HeaderValue::from_str(header).unwrap();
            let headers = HeaderMap::from_iter([(AUTHORIZATION, value)]);
            has_password(&Call { headers: &headers, body: b"" }, password, DateTime::UNIX_EPOCH)
        };
        let basic = |text: &str| format!("Basic {}", STANDARD.encode(text));
        assert!(is_taken(&basic(&format!("harken:{password}"))));
        assert!(is_taken(&basic(&format!(":{password}")).replace("Basic", "basic")));
        for wrong in [
            "",
            "Basic",
            "Basic *",
            &basic(password),
            &basic("harken:"),
            &basic("harken:a password"),
            &basic(&format!("harken:{password} ")),
            &format!("Bearer {password}"),
        ] {
            assert!(!is_taken(wrong), "{wrong}");
        }
        let none = HeaderMap::new();
        let call = Call { headers: &none, body: b"" };
        assert!(!has_password(&call, password, DateTime::UNIX_EPOCH));
        assert!(!has_password(&call, "", DateTime::UNIX_EPOCH));
    }

    #[test]
    fn a_day_is_tolerated() {
        let now = DateTime::from_timestamp(1_000_000, 0).unwrap();
        for (seconds, near) in [
            ("1000000", true),
            ("913600", true),
            ("913599", false),
            ("1086401", false),
            ("", false),
            ("now", false),
            ("-9223372036854775808", false),
        ] {
            assert_eq!(is_near(seconds, now), near, "{seconds}");
        }
    }
}
