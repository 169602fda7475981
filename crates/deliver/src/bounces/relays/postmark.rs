//! Postmark's webhooks, which are not signed. Source: postmarkapp.com/developer/webhooks/bounce-webhook.

use serde::Deserialize;

use super::{Said, event, json};
use db::models::mail_bounce::BounceKind;
use platform::config::MailRelay;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Body {
    record_type: String,
    #[serde(rename = "ID")]
    id: Option<u64>,
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    email: String,
    /// Whether Postmark sends nothing more to the address.
    #[serde(default)]
    inactive: bool,
    #[serde(default)]
    details: String,
    #[serde(default)]
    description: String,
}

pub(super) fn read(body: &[u8]) -> Option<Said> {
    let said: Body = json(body)?;
    let kind = match (said.record_type.as_str(), said.r#type.as_str()) {
        ("SpamComplaint", _) | ("Bounce", "SpamComplaint") => BounceKind::Complaint,
        ("Bounce", "HardBounce" | "BadEmailAddress") => BounceKind::Hard,
        ("Bounce", _) if said.inactive => BounceKind::Hard,
        (
            "Bounce",
            "SoftBounce" | "DnsError" | "SpamNotification" | "Blocked" | "Undeliverable"
            | "Unknown" | "DMARCPolicy",
        ) => BounceKind::Soft,
        // Automatic replies, delays, deliveries.
        _ => return Some(Said::Events(Vec::new())),
    };
    let reason = if said.details.is_empty() { said.description } else { said.details };
    let event = event(MailRelay::Postmark, &said.id?.to_string(), &said.email, kind, &reason)?;
    Some(Said::Events(vec![event]))
}
