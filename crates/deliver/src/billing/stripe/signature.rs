//! Checks the signature of Stripe's webhooks. Source: docs.stripe.com/webhooks/signature.

use aws_lc_rs::hmac;
use chrono::{DateTime, Utc};

use foundation::hex;

/// The most seconds by which a webhook's time may differ from ours, in either direction.
pub const TOLERANCE_SECONDS: u64 = 300;
/// The most signatures that are checked. While a secret is being replaced there are two.
const MAX_SIGNATURES: usize = 16;

/// Returns whether `header` (`t=…,v1=…`) holds a signature of `body` by `secret`, made about `now`.
pub fn is_signed(header: &str, body: &[u8], secret: &str, now: DateTime<Utc>) -> bool {
    // An empty secret is known to everybody.
    if secret.is_empty() {
        return false;
    }
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let Some((_, time)) = parts().find(|(name, _)| *name == "t") else {
        return false;
    };
    let is_near =
        time.parse::<i64>().is_ok_and(|time| time.abs_diff(now.timestamp()) <= TOLERANCE_SECONDS);
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let mut signed = Vec::with_capacity(time.len() + 1 + body.len());
    signed.extend_from_slice(time.as_bytes());
    signed.push(b'.');
    signed.extend_from_slice(body);
    let signatures = parts().filter(|(name, _)| *name == "v1");
    is_near
        && signatures
            .take(MAX_SIGNATURES)
            .filter_map(|(_, signature)| hex::decode(signature))
            // This comparison takes constant time.
            .any(|signature| hmac::verify(&key, &signed, &signature).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_for_tests";
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn sign(time: &str, body: &[u8], secret: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let signed = [time.as_bytes(), b".", body].concat();
        let tag = hmac::sign(&key, &signed);
        hex::encode(tag.as_ref())
    }

    #[test]
    fn one_of_several_signatures_is_enough() {
        let good = sign("1000", BODY, SECRET);
        let other = sign("1000", BODY, "whsec_former");
        for header in [
            format!("t=1000,v1={good}"),
            format!("t=1000,v1={other},v1={good}"),
            format!("t=1000, v1={good}, v0={other}"),
        ] {
            assert!(is_signed(&header, BODY, SECRET, at(1_000)), "{header}");
        }
    }

    #[test]
    fn five_minutes_are_tolerated_and_no_more() {
        let header = format!("t=1000,v1={}", sign("1000", BODY, SECRET));
        for (now, fits) in [(700, true), (699, false), (1_300, true), (1_301, false)] {
            assert_eq!(is_signed(&header, BODY, SECRET, at(now)), fits, "{now}");
        }
    }

    #[test]
    fn what_was_not_signed_is_refused() {
        let good = sign("1000", BODY, SECRET);
        let header = format!("t=1000,v1={good}");
        assert!(!is_signed(&header, b"{}", SECRET, at(1_000)));
        assert!(!is_signed(&header, BODY, "whsec_other", at(1_000)));
        let empty = format!("t=1000,v1={}", sign("1000", BODY, ""));
        assert!(!is_signed(&empty, BODY, "", at(1_000)));
        for header in [
            String::new(),
            "t=1000".to_owned(),
            format!("v1={good}"),
            format!("t=1000,v0={good}"),
            format!("t=1001,v1={good}"),
            format!("t=1000,v1={}", &good[2..]),
            format!("t=1000,v1={}", "zz".repeat(32)),
            format!("t=-9223372036854775808,v1={good}"),
            format!("t=now,v1={good}"),
            "===,,t=,v1=".to_owned(),
        ] {
            assert!(!is_signed(&header, BODY, SECRET, at(1_000)), "{header}");
        }
    }
}
