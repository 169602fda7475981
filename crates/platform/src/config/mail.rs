use std::fmt;

use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MailBouncesConfig, ReturnPath, SmtpAddress};

/// Email: sent over SMTP, kept as files in the demo, or turned off.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MailConfig {
    /// `smtp`; `off` to send no email, so that nobody can register; `file` in the demo, to keep emails as
    /// files. Unset: `smtp` with `smtp_url`, `off` without.
    #[schema(value_type = String)]
    pub backend: MailBackend,
    /// `smtps://user:password@host:465`, `smtp://…:587?tls=required`, or `smtp://127.0.0.1:25` for
    /// a relay on this machine.
    #[schema(write_only)]
    pub smtp_url: Option<String>,
    /// The sender of emails: `Harken <alerts@example.com>`.
    pub from: String,
    /// How long sending an email may take.
    pub timeout_seconds: u32,
    /// The number of emails that may be with the mail server while their results are not stored yet: that many
    /// may arrive twice, with the same Message-ID, if a process is killed. A larger number is faster if the
    /// server takes long to accept each email.
    pub unconfirmed: u16,
    /// The address to which mail servers return what they cannot deliver, `bounces@example.com`: each email is sent
    /// from an address of its own, `bounces+<token>@example.com`. What arrives there must be passed to
    /// `harken bounce`. Unset: they return it to `from`.
    pub return_path: Option<String>,
    #[schema(inline)]
    pub bounces: MailBouncesConfig,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailBackend {
    Smtp,
    /// Demo only: emails become files in the data folder, which the demo's mailbox shows.
    File,
    /// No email is sent, and nobody can register. Used if nothing is set.
    Off,
}

impl MailConfig {
    /// Returns the bare address in `from`.
    pub(super) fn sender_address(&self) -> String {
        let mailbox = self.from.parse::<Mailbox>();
        mailbox.map_or_else(|_| self.from.clone(), |mailbox| mailbox.email.to_string())
    }

    /// Returns the address to which emails are returned, if it is set.
    ///
    /// # Errors
    /// The reason why the address cannot be used.
    pub fn return_path(&self) -> Result<Option<ReturnPath>, String> {
        self.return_path.as_deref().map(ReturnPath::parse).transpose()
    }

    pub(super) fn problem_of_bounces(&self) -> Option<String> {
        self.return_path().err().or_else(|| self.bounces.problem())
    }

    /// Returns whether emails reach their recipients: over SMTP, or in the demo's mailbox.
    pub fn is_sent(&self) -> bool {
        self.backend != MailBackend::Off
    }

    pub(super) fn problem(&self, demo: bool) -> Option<String> {
        if self.from.parse::<Mailbox>().is_err() {
            return Some("from must look like `Harken <alerts@example.com>`".to_owned());
        }
        if self.timeout_seconds == 0 || self.unconfirmed == 0 {
            return Some("timeout_seconds and unconfirmed must be 1 or more".to_owned());
        }
        match (self.backend, &self.smtp_url) {
            (MailBackend::Smtp, None) => {
                Some("smtp_url must be set, for example `smtp://127.0.0.1:25`".to_owned())
            }
            (MailBackend::Smtp, Some(url)) => {
                let why = SmtpAddress::parse(url).err()?;
                Some(format!("smtp_url: {why}; for example `smtp://127.0.0.1:25`"))
            }
            (MailBackend::File, _) if !demo => Some(
                "the file backend is only for the demo and delivers nothing; set mail.backend to \
                 `smtp`, and set mail.smtp_url"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

impl Default for MailConfig {
    fn default() -> Self {
        Self {
            backend: MailBackend::Smtp,
            smtp_url: None,
            from: "Harken <alerts@localhost>".to_owned(),
            timeout_seconds: 30,
            unconfirmed: 1,
            return_path: None,
            bounces: MailBouncesConfig::default(),
        }
    }
}

/// Never prints the SMTP address, which may hold a password.
impl fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailConfig")
            .field("backend", &self.backend)
            .field("smtp_url", &self.smtp_url.as_ref().map(|_| "set"))
            .field("from", &self.from)
            .finish_non_exhaustive()
    }
}
