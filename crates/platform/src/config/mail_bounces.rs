use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The relay that reports bounces and complaints by a webhook at `/api/webhooks/mail/<relay>`.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MailBouncesConfig {
    /// The relay that reports bounces and complaints to `/api/webhooks/mail/<relay>`: `mailgun`, `postmark`,
    /// `sendgrid` or `ses`. Unset: none.
    #[schema(value_type = Option<String>)]
    pub relay: Option<MailRelay>,
    /// The proof of the relay: Mailgun's signing key for webhooks, SendGrid's verification key, or a long random
    /// password for Postmark and SES, which is part of the webhook's address.
    #[schema(write_only)]
    pub secret: Option<String>,
}

/// A service that sends emails for others, and reports what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailRelay {
    Mailgun,
    Postmark,
    Sendgrid,
    Ses,
}

impl MailRelay {
    const ALL: [Self; 4] = [Self::Mailgun, Self::Postmark, Self::Sendgrid, Self::Ses];

    /// Returns the name of the relay in the configuration and in the address of its webhook.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mailgun => "mailgun",
            Self::Postmark => "postmark",
            Self::Sendgrid => "sendgrid",
            Self::Ses => "ses",
        }
    }
}

/// The fewest characters of a password in the address of a webhook.
const MIN_PASSWORD_CHARS: usize = 20;

impl MailBouncesConfig {
    /// Returns the secret of the relay with this name, if it is the one that reports here.
    pub fn of(&self, relay: &str) -> Option<(MailRelay, &str)> {
        let known = MailRelay::ALL.into_iter().find(|known| known.as_str() == relay)?;
        let secret = self.secret.as_deref().filter(|secret| !secret.is_empty())?;
        (self.relay == Some(known)).then_some((known, secret))
    }

    pub(super) fn problem(&self) -> Option<String> {
        let secret = self.secret.as_deref().unwrap_or_default().trim();
        match self.relay? {
            _ if secret.is_empty() => {
                Some("with bounces.relay set bounces.secret, which proves who reports".to_owned())
            }
            MailRelay::Postmark | MailRelay::Ses if secret.chars().count() < MIN_PASSWORD_CHARS => {
                Some(format!(
                    "bounces.secret must have {MIN_PASSWORD_CHARS} characters or more: it is all that proves who \
                     reports"
                ))
            }
            _ => None,
        }
    }
}

/// Never prints the secret.
impl fmt::Debug for MailBouncesConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailBouncesConfig").field("relay", &self.relay).finish_non_exhaustive()
    }
}
