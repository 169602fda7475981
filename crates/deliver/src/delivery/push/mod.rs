//! Web Push: alerts that a browser shows when no page is open.

mod classify;
pub mod encrypt;
mod payload;
pub mod vapid;

use anyhow::Context as _;
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName};
use url::Url;

pub(super) use self::classify::classify;
use self::encrypt::{BrowserKeys, encrypt};
use self::payload::Payload;
use self::vapid::Vapid;
use super::Unsent;
use super::alert::Alert;
use super::request::Request;
use db::models::outbox::OutboxRow;
use db::models::user::User;
use foundation::secrets::random_bytes;
use platform::context::Context;

const TTL: HeaderName = HeaderName::from_static("ttl");
const URGENCY: HeaderName = HeaderName::from_static("urgency");
const TOPIC: HeaderName = HeaderName::from_static("topic");
/// Bytes of a topic, which has at most 32 characters of base64url (RFC 8030, section 5.4).
const TOPIC_BYTES: usize = 24;

/// Encrypts the alert for `row`, for the browser with these keys (`p256dh` and `auth`).
///
/// # Errors
/// The keys are invalid, the alert is too long, the system's random source failed, or the server's
/// own keys are invalid.
pub(super) fn request(
    vapid: &Vapid,
    context: &Context,
    url: &Url,
    (p256dh, auth): (&str, &str),
    user: &User,
    alert: &Alert,
    row: &OutboxRow,
) -> Result<Request, Unsent> {
    let Some(keys) = BrowserKeys::parse(p256dh, auth) else {
        return Err(Unsent::dead("the browser's keys cannot be used"));
    };
    let topic = topic(context, alert);
    let own = row.id.to_string();
    let payload = Payload::of(context, user, alert, topic.as_deref().unwrap_or(&own));
    let Some(text) = payload.to_bytes() else {
        return Err(Unsent::dead("the alert is too long for a push message"));
    };
    // Neither may serve a second message.
    let sender = PrivateKey::generate(&ECDH_P256)?;
    let body = encrypt(&text, &keys, &sender, random_bytes()?)?;
    Ok(Request {
        method: Method::POST,
        url: url.clone(),
        headers: headers(vapid, context, url, alert, topic.as_deref())?,
        body,
    })
}

/// Returns the topic. Alerts of one watch share a topic, so that of many that wait for a browser
/// only the newest is kept. It reveals nothing to the push service.
fn topic(context: &Context, alert: &Alert) -> Option<String> {
    let watch_id = match alert {
        Alert::Match(found, _) => found.watch_id,
        // A waiting alert for the browser is kept beside it.
        Alert::HearingTest(..) => return None,
        // Folded alerts replace what was sent before.
        Alert::Digest(digest) if digest.at_once && digest.more_watches == 0 => {
            match digest.sections.as_slice() {
                [only] => only.watch_id,
                _ => return None,
            }
        }
        Alert::Digest(_) | Alert::Gaps(..) | Alert::Report(_) | Alert::Test => return None,
    };
    let hash = context.secrets.fingerprint(&format!("topic of watch {watch_id}"));
    Some(URL_SAFE_NO_PAD.encode(&hash[..TOPIC_BYTES]))
}

fn headers(
    vapid: &Vapid,
    context: &Context,
    url: &Url,
    alert: &Alert,
    topic: Option<&str>,
) -> anyhow::Result<HeaderMap> {
    let origin = url.origin().ascii_serialization();
    let authorization = vapid.authorization(&origin, context.clock.now())?;
    let urgency = match alert {
        Alert::Digest(digest) if !digest.at_once => "normal",
        Alert::Gaps(..) | Alert::Report(_) => "normal",
        // Wakes a device that is saving its battery.
        _ => "high",
    };
    let ttl = context.config.delivery.push_ttl_seconds.to_string();
    let mut headers = HeaderMap::new();
    let known = [
        (AUTHORIZATION, Some(authorization.as_str())),
        (CONTENT_TYPE, Some("application/octet-stream")),
        (CONTENT_ENCODING, Some("aes128gcm")),
        (TTL, Some(ttl.as_str())),
        (URGENCY, Some(urgency)),
        (TOPIC, topic),
    ];
    for (name, value) in known {
        if let Some(value) = value {
            headers.insert(name, value.parse().context("this is no header")?);
        }
    }
    Ok(headers)
}
