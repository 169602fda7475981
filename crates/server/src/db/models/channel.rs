/// The way by which a message goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    Mail,
    Push,
    Webhook,
    Slack,
    Discord,
    Telegram,
    Ntfy,
}

impl Channel {
    pub const ALL: [Self; 7] = [
        Self::Mail,
        Self::Push,
        Self::Webhook,
        Self::Slack,
        Self::Discord,
        Self::Telegram,
        Self::Ntfy,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Push => "push",
            Self::Webhook => "webhook",
            Self::Slack => "slack",
            Self::Discord => "discord",
            Self::Telegram => "telegram",
            Self::Ntfy => "ntfy",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }
}
