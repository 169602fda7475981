//! Mailgun's webhooks. Source: documentation.mailgun.com, “Securing webhooks” and “Event structure”.

use aws_lc_rs::hmac;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{Call, Said, event, json, proof};
use db::models::mail_bounce::BounceKind;
use foundation::hex;
use platform::config::MailRelay;

#[derive(Deserialize)]
struct Body {
    signature: Signature,
    #[serde(rename = "event-data")]
    event: EventData,
}

#[derive(Deserialize)]
struct Signature {
    timestamp: String,
    token: String,
    signature: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct EventData {
    event: String,
    #[serde(default)]
    recipient: String,
    #[serde(default)]
    severity: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    delivery_status: Answer,
}

#[derive(Default, Deserialize)]
struct Answer {
    #[serde(default)]
    message: String,
    #[serde(default)]
    description: String,
}

/// The signature covers the time and a token, and not the event. So a token counts once: it is the event's id.
pub(super) fn is_signed(call: &Call<'_>, key: &str, now: DateTime<Utc>) -> bool {
    let Some(Body { signature: signed, .. }) = json(call.body) else {
        return false;
    };
    let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes());
    let covered = format!("{}{}", signed.timestamp, signed.token);
    // This comparison takes constant time.
    let is_ours = |signature: Vec<u8>| hmac::verify(&key, covered.as_bytes(), &signature).is_ok();
    proof::is_near(&signed.timestamp, now)
        && !signed.token.is_empty()
        && hex::decode(&signed.signature).is_some_and(is_ours)
}

/// A temporary failure is tried again, and reported once Mailgun gives up.
pub(super) fn read(body: &[u8]) -> Option<Said> {
    let Body { signature, event: said } = json(body)?;
    let kind = match (said.event.as_str(), said.severity.as_str(), said.reason.as_str()) {
        ("complained", ..) | ("failed", "permanent", "suppress-complaint") => BounceKind::Complaint,
        ("failed", "permanent", "bounce" | "suppress-bounce") => BounceKind::Hard,
        ("failed", "permanent", "suppress-unsubscribe") => return Some(Said::Events(Vec::new())),
        ("failed", "permanent", _) => BounceKind::Soft,
        _ => return Some(Said::Events(Vec::new())),
    };
    let Answer { message, description } = said.delivery_status;
    let reason = [message, description].into_iter().find(|text| !text.is_empty());
    let reason = reason.unwrap_or_default();
    let event = event(MailRelay::Mailgun, &signature.token, &said.recipient, kind, &reason)?;
    Some(Said::Events(vec![event]))
}
