//! Web Push: alerts that a browser shows when no page is open.

pub mod encrypt;
mod judge;
mod payload;
pub mod vapid;

use anyhow::Context;
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName};
use url::Url;

use self::encrypt::{BrowserKeys, encrypt};
use self::judge::judge;
use self::payload::Payload;
use super::alert::{self, Alert};
use super::compose::Nothing;
use super::target::Target;
use crate::app::App;
use crate::auth::secrets::random_bytes;
use crate::db::models::endpoint::Endpoint;
use crate::db::models::outbox::{Kind, OutboxRow};
use crate::outbox::{Outcome, Tried};
use crate::plans::Plan;

const TTL: HeaderName = HeaderName::from_static("ttl");
const URGENCY: HeaderName = HeaderName::from_static("urgency");
const TOPIC: HeaderName = HeaderName::from_static("topic");
/// Bytes of a topic, which has at most 32 characters of base64url (RFC 8030, section 5.4).
const TOPIC_BYTES: usize = 24;

/// A message as its push service takes it.
struct Message {
    url: Url,
    headers: HeaderMap,
    body: Vec<u8>,
}

/// Sends what `row` stands for to its browser.
pub async fn send(app: &App, row: &OutboxRow) -> Tried {
    match prepare(app, row).await {
        Ok(Ok(message)) => {
            let sent = app
                .outgoing
                .post(&message.url, message.headers, message.body);
            judge(sent.await, app.clock.now())
        }
        Ok(Err(outcome)) => outcome.into(),
        Err(error) => Outcome::retry(format!("could not be composed: {error:#}")).into(),
    }
}

/// The message, or why there is none. Gives its database connections back before it returns.
async fn prepare(app: &App, row: &OutboxRow) -> anyhow::Result<Result<Message, Outcome>> {
    let skipped = |why: Nothing| Ok(Err(Outcome::Skipped(why.to_owned())));
    let dead = |why: &str| Ok(Err(Outcome::Dead(why.to_owned())));
    let endpoint = match row.endpoint_id {
        Some(id) => Endpoint::find(id, &mut *app.pool.get().await?).await?,
        None => None,
    };
    let Some(endpoint) = endpoint else {
        return skipped("the browser is no longer subscribed");
    };
    if endpoint.paused_at.is_some() && row.kind != Kind::Test.as_str() {
        return skipped("alerts to this browser are paused");
    }
    let (user, alert) = match alert::load(app, row).await? {
        Ok(loaded) => loaded,
        Err(nothing) => return skipped(nothing),
    };
    let may = Plan::from_stored(&user.plan).capabilities(app.config.server.plans);
    if !may.browser_push {
        return skipped("alerts in the browser are part of the Pro plan");
    }
    let Some(Target::Push { url, p256dh, auth }) = Target::of(&endpoint, &app.secrets) else {
        return dead("the server's secret has changed: subscribe this browser again");
    };
    let Some(keys) = BrowserKeys::parse(&p256dh, &auth) else {
        return dead("the browser's keys cannot be used");
    };
    let topic = topic(app, &alert);
    let own = row.id.to_string();
    let payload = Payload::of(app, user.id, &alert, topic.as_deref().unwrap_or(&own));
    let Some(text) = payload.to_bytes() else {
        return dead("the alert is too long for a push message");
    };
    // Neither serves a second message.
    let sender = PrivateKey::generate(&ECDH_P256)?;
    let body = encrypt(&text, &keys, &sender, random_bytes()?)?;
    let headers = headers(app, &url, &alert, topic.as_deref())?;
    Ok(Ok(Message { url, headers, body }))
}

/// Alerts of one watch have one topic, so that of many that wait for a browser only the newest is
/// kept. It tells the push service nothing.
fn topic(app: &App, alert: &Alert) -> Option<String> {
    let watch_id = match alert {
        Alert::Match(found) => found.watch_id,
        // What was folded takes the place of what was told of before.
        Alert::Digest(digest) if digest.at_once && digest.more_watches == 0 => {
            match digest.sections.as_slice() {
                [only] => only.watch_id,
                _ => return None,
            }
        }
        Alert::Digest(_) | Alert::Test => return None,
    };
    let hash = app
        .secrets
        .fingerprint(&format!("topic of watch {watch_id}"));
    Some(URL_SAFE_NO_PAD.encode(&hash[..TOPIC_BYTES]))
}

fn headers(app: &App, url: &Url, alert: &Alert, topic: Option<&str>) -> anyhow::Result<HeaderMap> {
    let origin = url.origin().ascii_serialization();
    let authorization = app.vapid.authorization(&origin, app.clock.now())?;
    let urgency = match alert {
        Alert::Digest(digest) if !digest.at_once => "normal",
        // A device that saves its battery is woken for it.
        _ => "high",
    };
    let ttl = app.config.delivery.push_ttl_seconds.to_string();
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
