//! The address of an endpoint's messages, with its keys. Stored encrypted.

use serde::{Deserialize, Serialize};
use url::Url;
use uuid::Uuid;

use super::webhook_template::Template;
use db::models::endpoint::{Endpoint, EndpointChannel};
use foundation::secrets::Secrets;

/// An address with its keys. Never logged: whoever knows it can post there.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "channel", rename_all = "lowercase")]
pub enum Target {
    /// A browser's subscription (RFC 8030), with its keys in base64url (RFC 8291).
    Push {
        url: Url,
        p256dh: String,
        auth: String,
    },
    Webhook {
        url: Url,
        /// The form of its requests, if its owner chose one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        template: Option<Template>,
    },
    Slack {
        url: Url,
    },
    Discord {
        url: Url,
    },
    Telegram {
        bot_token: String,
        chat_id: String,
        /// The topic of the group that messages go to; without one they go to the chat itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<i64>,
    },
    /// The topic's address, and a token if the topic is closed.
    Ntfy {
        url: Url,
        token: Option<String>,
    },
}

impl Target {
    pub fn channel(&self) -> EndpointChannel {
        match self {
            Self::Push { .. } => EndpointChannel::Push,
            Self::Webhook { .. } => EndpointChannel::Webhook,
            Self::Slack { .. } => EndpointChannel::Slack,
            Self::Discord { .. } => EndpointChannel::Discord,
            Self::Telegram { .. } => EndpointChannel::Telegram,
            Self::Ntfy { .. } => EndpointChannel::Ntfy,
        }
    }

    /// Returns the part by which two targets are the same.
    pub fn address(&self) -> String {
        match self {
            Self::Push { url, .. }
            | Self::Webhook { url, .. }
            | Self::Slack { url }
            | Self::Discord { url }
            | Self::Ntfy { url, .. } => url.to_string(),
            Self::Telegram { bot_token, .. } => format!("{bot_token}/{}", self.shown()),
        }
    }

    /// Returns the part of the target that may be shown: the host, or for Telegram the chat, with its topic
    /// after a slash.
    pub fn shown(&self) -> String {
        match self {
            Self::Push { url, .. }
            | Self::Webhook { url, .. }
            | Self::Slack { url }
            | Self::Discord { url }
            | Self::Ntfy { url, .. } => url.host_str().unwrap_or_default().to_owned(),
            Self::Telegram { chat_id, topic: None, .. } => chat_id.clone(),
            Self::Telegram { chat_id, topic: Some(topic), .. } => format!("{chat_id}/{topic}"),
        }
    }

    /// Encrypts the target for the endpoint `id`.
    ///
    /// # Errors
    /// The system's random source failed.
    pub fn seal(&self, id: Uuid, secrets: &Secrets) -> anyhow::Result<Vec<u8>> {
        secrets.seal(id, &serde_json::to_vec(self)?)
    }

    /// Decrypts the target of `endpoint`; returns `None` if it was sealed with another secret.
    pub fn of(endpoint: &Endpoint, secrets: &Secrets) -> Option<Self> {
        let bytes = secrets.open(endpoint.id, &endpoint.target)?;
        serde_json::from_slice(&bytes).ok()
    }
}

/// Returns the address that messages for an ntfy topic are posted to.
pub(super) fn server_of(topic: &Url) -> Url {
    let mut server = topic.clone();
    if let Ok(mut parts) = server.path_segments_mut() {
        parts.pop();
    }
    server
}
