//! The receiver of a message: its user, endpoint and host.

use uuid::Uuid;

/// Hosts that many users share: messages to them count for their user alone. A name includes its
/// subdomains.
const SHARED_HOSTS: [&str; 9] = [
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
    "hooks.slack.com",
    "discord.com",
    "discordapp.com",
    "api.telegram.org",
    "ntfy.sh",
];

/// Returns whether many users may be expected to send to `host`.
pub fn is_shared(host: &str) -> bool {
    SHARED_HOSTS.iter().any(|shared| {
        let before = host.strip_suffix(shared);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}

/// The receiver of a message in hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    pub user: Uuid,
    pub endpoint: Option<Uuid>,
    /// `None` for a shared host.
    pub host: Option<String>,
}
