//! Makes the `Stripe-Signature` header, right and wrong.

use aws_lc_rs::hmac::{self, HMAC_SHA256};

/// The way in which an event is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signature {
    /// The endpoint's secret.
    Right,
    /// Another secret.
    Wrong,
    /// Two secrets, the second of which is the endpoint's, as while a secret is being rotated.
    SecondRight,
    /// The endpoint's secret, but under the name of another scheme.
    OtherScheme,
    /// Nothing: there is no header.
    Missing,
}

impl Signature {
    /// Returns the value of the header for a body that is sent at `time`.
    pub fn header(self, secret: &str, body: &[u8], time: i64) -> Option<String> {
        let right = sign(secret, time, body);
        let wrong = sign("whsec_of_somebody_else", time, body);
        Some(match self {
            Self::Right => format!("t={time},v1={right}"),
            Self::Wrong => format!("t={time},v1={wrong}"),
            Self::SecondRight => format!("t={time},v1={wrong},v1={right},v0={wrong}"),
            Self::OtherScheme => format!("t={time},v0={right}"),
            Self::Missing => return None,
        })
    }
}

/// Returns the HMAC over the time, a dot and the body, in hex.
fn sign(secret: &str, time: i64, body: &[u8]) -> String {
    let key = hmac::Key::new(HMAC_SHA256, secret.as_bytes());
    let signed = [time.to_string().as_bytes(), b".", body].concat();
    let tag = hmac::sign(&key, &signed);
    tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
