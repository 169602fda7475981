//! The `Stripe-Signature` header, right and wrong.

use aws_lc_rs::hmac::{self, HMAC_SHA256};
use serde::{Deserialize, Serialize};

/// What an event is signed with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signature {
    /// The endpoint's secret.
    #[default]
    Right,
    /// Another secret.
    Wrong,
    /// Two secrets, of which the second is the endpoint's, as while a secret is being changed.
    SecondRight,
    /// The endpoint's secret, but under the name of another scheme.
    OtherScheme,
    /// Nothing: there is no header.
    Missing,
}

/// How an event is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manner {
    /// By what it is signed.
    pub signature: Signature,
    /// Seconds by which the time of the signature is in the past, or in the future if negative.
    pub age_seconds: i64,
}

impl Manner {
    /// The value of the header, for a body that is sent at `now`.
    pub(crate) fn header(self, secret: &str, body: &[u8], now: i64) -> Option<String> {
        let time = now - self.age_seconds;
        let right = sign(secret, time, body);
        let wrong = sign("whsec_of_somebody_else", time, body);
        Some(match self.signature {
            Signature::Right => format!("t={time},v1={right}"),
            Signature::Wrong => format!("t={time},v1={wrong}"),
            Signature::SecondRight => format!("t={time},v1={wrong},v1={right},v0={wrong}"),
            Signature::OtherScheme => format!("t={time},v0={right}"),
            Signature::Missing => return None,
        })
    }
}

/// Hex of the HMAC over time, a dot and the body.
fn sign(secret: &str, time: i64, body: &[u8]) -> String {
    let key = hmac::Key::new(HMAC_SHA256, secret.as_bytes());
    let signed = [time.to_string().as_bytes(), b".", body].concat();
    let tag = hmac::sign(&key, &signed);
    tag.as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_the_one_that_openssl_makes() {
        // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
        let header = Manner::default().header("whsec_test", br#"{"id":"evt_1"}"#, 1_700_000_000);
        let expected =
            "t=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";
        assert_eq!(header.as_deref(), Some(expected));
    }

    #[test]
    fn of_two_signatures_only_the_second_is_of_the_endpoints_secret() {
        let right = sign("whsec_test", 100, b"x");
        let manner = Manner {
            signature: Signature::SecondRight,
            age_seconds: 50,
        };
        let header = manner.header("whsec_test", b"x", 150).unwrap();
        let parts: Vec<_> = header.split(',').collect();
        assert_eq!(parts[0], "t=100");
        assert_ne!(parts[1], format!("v1={right}"));
        assert_eq!(parts[2], format!("v1={right}"));
    }
}
