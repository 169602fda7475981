//! A push service as RFC 8030 describes it.

mod accept;
mod apple;
mod refusal;
mod vapid;

use aws_lc_rs::rand;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::prelude::*;
use crate::receiver::browsers::{
    BrowserKeys, PushMessage, Subscriber, Subscription, SubscriptionKeys,
};
use crate::receiver::inbox::Inbox;

pub(crate) fn router() -> Router<Arc<Inbox>> {
    Router::new()
        .route("/push/{subscription}", post(accept::accept))
        .route("/apple/{subscription}", post(apple::accept))
}

impl Inbox {
    /// Subscribes a new browser with its own keys, which accepts messages from any application.
    pub fn subscribe(&self) -> Subscription {
        self.subscribe_with(BrowserKeys::generate(), None)
    }

    /// Subscribes a new browser that accepts messages only with the VAPID key `application_server_key`,
    /// base64url. Returns `None` if that is not a key.
    pub fn subscribe_for(&self, application_server_key: &str) -> Option<Subscription> {
        let key = URL_SAFE_NO_PAD.decode(application_server_key).ok()?;
        let is_point = key.len() == 65 && key[0] == 4;
        is_point.then(|| self.subscribe_with(BrowserKeys::generate(), Some(key)))
    }

    /// Subscribes a new browser with these keys.
    pub fn subscribe_with(&self, keys: BrowserKeys, server_key: Option<Vec<u8>>) -> Subscription {
        let id = random_id();
        let made = self.subscription(&id, &keys);
        let subscriber = Subscriber { keys, server_key, expired: false, messages: Vec::new() };
        self.lock().subscribers.0.insert(id, subscriber);
        made
    }

    /// Returns every subscription that has not expired.
    pub fn subscriptions(&self) -> Vec<Subscription> {
        let inner = self.lock();
        let live = inner.subscribers.0.iter().filter(|(_, s)| !s.expired);
        live.map(|(id, s)| self.subscription(id, &s.keys)).collect()
    }

    /// Ends a subscription: the service answers 410 from now on. Returns false if it does not exist or
    /// has ended already.
    pub fn expire(&self, id: &str) -> bool {
        let mut inner = self.lock();
        let Some(subscriber) = inner.subscribers.0.get_mut(id) else {
            return false;
        };
        subscriber.messages.clear();
        !std::mem::replace(&mut subscriber.expired, true)
    }

    /// Returns the messages that wait for the browser of subscription `id`, oldest first, without
    /// the expired ones.
    pub fn waiting(&self, id: &str) -> Vec<Arc<PushMessage>> {
        let now = self.now();
        let inner = self.lock();
        let messages = inner.subscribers.0.get(id).map(|s| s.messages.iter());
        let waiting = messages.into_iter().flatten().filter(|(end, _)| *end > now);
        waiting.map(|(_, message)| message.clone()).collect()
    }

    /// Lets the browser of subscription `id` come online, and returns the messages that waited for it.
    pub fn deliver(&self, id: &str) -> Vec<Arc<PushMessage>> {
        let delivered = self.waiting(id);
        if let Some(subscriber) = self.lock().subscribers.0.get_mut(id) {
            subscriber
                .messages
                .retain(|(_, message)| !delivered.iter().any(|d| Arc::ptr_eq(d, message)));
        }
        delivered
    }

    fn subscription(&self, id: &str, keys: &BrowserKeys) -> Subscription {
        Subscription {
            id: id.to_owned(),
            endpoint: format!("{}/push/{id}", self.origin()),
            keys: SubscriptionKeys {
                p256dh: URL_SAFE_NO_PAD.encode(keys.public()),
                auth: URL_SAFE_NO_PAD.encode(keys.auth()),
            },
        }
    }
}

/// Returns an id that cannot be guessed.
pub(crate) fn random_id() -> String {
    let mut bytes = [0; 16];
    rand::fill(&mut bytes).expect("the system has a random source");
    URL_SAFE_NO_PAD.encode(bytes)
}
