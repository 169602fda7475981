//! The browsers that subscribe to a push service.

mod decrypt;

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

pub use decrypt::BrowserKeys;

/// A subscription that a browser hands to the application: besides `id`, as `PushSubscription.toJSON()`
/// returns it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Subscription {
    /// The sim's own name for it.
    pub id: String,
    /// The URL that messages are sent to.
    pub endpoint: String,
    /// The keys that messages are encrypted with.
    pub keys: SubscriptionKeys,
}

impl Subscription {
    /// Returns the same subscription at a service that is as strict as Apple's, and refuses in its words.
    #[must_use]
    pub fn at_apple(self) -> Self {
        Self { endpoint: self.endpoint.replace("/push/", "/apple/"), ..self }
    }
}

/// The keys that a browser shares, in base64url.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SubscriptionKeys {
    /// An uncompressed point on P-256: 65 bytes.
    pub p256dh: String,
    /// The authentication secret: 16 bytes.
    pub auth: String,
}

/// A message that waits for its browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PushMessage {
    /// The location of the message that the service returns.
    pub location: String,
    /// Seconds for which the service keeps the message.
    pub ttl: u32,
    /// One of RFC 8030's four urgencies; `normal` by default.
    pub urgency: String,
    /// The topic; messages of one topic replace each other.
    pub topic: Option<String>,
    /// The encrypted message as it was sent; base64url in JSON.
    #[serde(serialize_with = "as_base64url")]
    pub body: Vec<u8>,
    /// The text that the browser reads, or the reason why it cannot. Bytes that are not UTF-8 are
    /// replaced.
    pub decrypted: Result<String, String>,
    pub received_at: DateTime<Utc>,
}

fn as_base64url<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&URL_SAFE_NO_PAD.encode(bytes))
}

/// The browsers of one service, by the ids of their subscriptions.
#[derive(Default)]
pub(crate) struct Subscribers(pub(crate) BTreeMap<String, Subscriber>);

pub(crate) struct Subscriber {
    pub(crate) keys: BrowserKeys,
    /// The only key that may send; `None` allows any.
    pub(crate) server_key: Option<Vec<u8>>,
    pub(crate) expired: bool,
    pub(crate) messages: Vec<(DateTime<Utc>, Arc<PushMessage>)>,
}
