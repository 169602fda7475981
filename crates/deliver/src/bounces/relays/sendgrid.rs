//! SendGrid's webhooks. Source: twilio.com/docs/sendgrid, “Event Webhook reference” and “security features”.

use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{Call, Said, event, json, proof};
use db::models::mail_bounce::BounceKind;
use platform::config::MailRelay;

const SIGNATURE: &str = "x-twilio-email-event-webhook-signature";
const TIME: &str = "x-twilio-email-event-webhook-timestamp";

#[derive(Deserialize)]
struct EventData {
    event: String,
    #[serde(default)]
    sg_event_id: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    reason: String,
}

/// The key is a P-256 key, in base64 of its DER form.
pub(super) fn is_signed(call: &Call<'_>, key: &str, now: DateTime<Utc>) -> bool {
    let header = |name| call.headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(time), Some(signature)) = (header(TIME), header(SIGNATURE)) else {
        return false;
    };
    let (Ok(key), Ok(signature)) = (STANDARD.decode(key.trim()), STANDARD.decode(signature)) else {
        return false;
    };
    let signed = [time.as_bytes(), call.body].concat();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, key);
    proof::is_near(time, now) && key.verify(&signed, &signature).is_ok()
}

pub(super) fn read(body: &[u8]) -> Option<Said> {
    let all: Vec<EventData> = json(body)?;
    let events = all.into_iter().filter_map(|said| {
        let kind = match (said.event.as_str(), said.r#type.as_str(), said.reason.as_str()) {
            ("spamreport", ..) | ("dropped", _, "Spam Reporting Address") => BounceKind::Complaint,
            ("bounce", "blocked", _) => BounceKind::Soft,
            ("bounce", ..) | ("dropped", _, "Bounced Address" | "Invalid") => BounceKind::Hard,
            // Deferred ones are tried again.
            _ => return None,
        };
        event(MailRelay::Sendgrid, &said.sg_event_id, &said.email, kind, &said.reason)
    });
    Some(Said::Events(events.collect()))
}
