//! Mail: what a letter's headers are, and the ways out.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, Utc};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::{Error as SmtpError, PoolConfig};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use uuid::Uuid;

use super::mailbox::{keep, mails_dir};
use crate::config::{MailBackend, MailConfig};
use crate::outbox::{Outcome, Tried};

/// A message before it becomes a mail.
#[derive(Debug, Clone)]
pub struct Letter {
    /// One address.
    pub to: String,
    /// One line.
    pub subject: String,
    pub html: String,
    pub text: String,
    /// `<id@host>`, the same over all attempts.
    pub message_id: String,
    /// `<id@host>` that other mails about the same name too.
    pub references: Option<String>,
    /// For mail that a user can switch off: the address of RFC 8058's one-click unsubscription.
    pub unsubscribe_url: Option<String>,
}

impl Letter {
    /// The mail from `from`, dated `now`.
    ///
    /// # Errors
    /// An address cannot be written in a mail.
    pub fn message(&self, from: &str, now: DateTime<Utc>) -> anyhow::Result<Message> {
        let from: Mailbox = from.parse().context("the sender is no mail address")?;
        // The fault is not repeated: it may show the address.
        let to: Result<Address, _> = self.to.parse();
        let to = to.map_err(|_| anyhow::anyhow!("the receiver is no mail address"))?;
        let mut builder = Message::builder()
            .message_id(Some(self.message_id.clone()))
            .date(now.into())
            .from(from)
            .to(Mailbox::new(None, to))
            .subject(&self.subject)
            // Vacation notices and the like stay silent (RFC 3834, section 5).
            .raw_header(ascii_header("Auto-Submitted", "auto-generated".to_owned())?);
        if let Some(id) = &self.references {
            builder = builder.raw_header(ascii_header("References", id.clone())?);
        }
        if let Some(url) = &self.unsubscribe_url {
            builder = builder
                .raw_header(ascii_header("List-Unsubscribe", format!("<{url}>"))?)
                .raw_header(ascii_header(
                    "List-Unsubscribe-Post",
                    "List-Unsubscribe=One-Click".to_owned(),
                )?);
        }
        let parts = MultiPart::alternative()
            .singlepart(SinglePart::plain(self.text.clone()))
            .singlepart(SinglePart::html(self.html.clone()));
        Ok(builder.multipart(parts)?)
    }
}

/// A header that is sent as it stands: encoding or folding would break it.
fn ascii_header(name: &'static str, value: String) -> anyhow::Result<HeaderValue> {
    anyhow::ensure!(
        value.bytes().all(|b| b.is_ascii_graphic() || b == b' '),
        "{name} holds what a header cannot"
    );
    let name = HeaderName::new_from_ascii(name.to_owned())?;
    Ok(HeaderValue::dangerous_new_pre_encoded(
        name,
        value.clone(),
        value,
    ))
}

type Smtp = AsyncSmtpTransport<Tokio1Executor>;

/// The way out.
pub struct Mailer(Backend);

enum Backend {
    Smtp(SmtpPool),
    /// Each mail a file, named by its outbox row, so that a repetition replaces it.
    File(PathBuf),
}

impl Mailer {
    /// # Errors
    /// The SMTP address is not one.
    pub fn new(config: &MailConfig, data_dir: &std::path::Path) -> anyhow::Result<Self> {
        Ok(Self(match (config.backend, &config.smtp_url) {
            (MailBackend::Smtp, Some(url)) => Backend::Smtp(SmtpPool::new(url, config)?),
            (MailBackend::Smtp, None) => anyhow::bail!("mail.smtp_url must be set"),
            (MailBackend::File, _) => Backend::File(mails_dir(data_dir)),
        }))
    }

    /// Sends `message`, the mail of outbox row `id`.
    pub async fn send(&self, message: &Message, id: Uuid) -> Tried {
        match &self.0 {
            Backend::Smtp(pool) => pool.send(message).await,
            Backend::File(dir) => match keep(dir, message, id).await {
                Ok(()) => Outcome::Sent.into(),
                Err(error) => {
                    Outcome::retry(format!("could not be kept as a file: {error}")).into()
                }
            },
        }
    }
}

/// Connections to one SMTP server, kept for the next mail.
///
/// Each transport holds one connection and sends one mail at a time. A send that fails or takes too
/// long drops its transport: a connection that was left in the middle of a dialogue must never
/// carry another mail, which a pool shared by all sends could not promise.
struct SmtpPool {
    url: String,
    timeout: Duration,
    idle: Mutex<Vec<Smtp>>,
}

impl SmtpPool {
    fn new(url: &str, config: &MailConfig) -> anyhow::Result<Self> {
        let pool = Self {
            url: url.to_owned(),
            timeout: Duration::from_secs(config.timeout_seconds.into()),
            idle: Mutex::default(),
        };
        // Fails now rather than at the first mail. The address may hold a password: it is not shown.
        pool.connect().context("mail.smtp_url is no SMTP address")?;
        Ok(pool)
    }

    fn connect(&self) -> Result<Smtp, SmtpError> {
        let one = PoolConfig::new().max_size(1);
        Ok(Smtp::from_url(&self.url)?
            .timeout(Some(self.timeout))
            .pool_config(one)
            .build())
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Smtp>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send(&self, message: &Message) -> Tried {
        let kept = self.idle().pop();
        let smtp = match kept.map_or_else(|| self.connect(), Ok) {
            Ok(smtp) => smtp,
            Err(error) => return outcome_of(&error),
        };
        match tokio::time::timeout(self.timeout, smtp.send(message.clone())).await {
            Ok(Ok(answer)) => {
                self.idle().push(smtp);
                Outcome::Sent.with_status(answer.code().into())
            }
            Ok(Err(error)) => outcome_of(&error),
            Err(_) => Outcome::retry(format!(
                "the mail server did not answer within {} s",
                self.timeout.as_secs()
            ))
            .into(),
        }
    }
}

/// 5xx is final (RFC 5321, section 4.2.1). Everything else may pass: 4xx, connections, TLS.
fn outcome_of(error: &SmtpError) -> Tried {
    let reason = without_addresses(&error.to_string());
    let outcome = if error.is_permanent() {
        Outcome::Dead(reason)
    } else {
        Outcome::retry(reason)
    };
    Tried {
        outcome,
        status_code: error.status().map(u16::from),
    }
}

/// Servers like to repeat the receiver's address in their answers.
fn without_addresses(text: &str) -> String {
    let words = text.split_whitespace();
    let words = words.map(|word| {
        if word.contains('@') {
            "(address)"
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        Letter {
            to: "ada@example.com".to_owned(),
            subject: "Grüße".to_owned(),
            html: "<p>Hi</p>".to_owned(),
            text: "Hi".to_owned(),
            message_id: "<1@harken.example>".to_owned(),
            references: Some("<thread@harken.example>".to_owned()),
            unsubscribe_url: Some("https://harken.example/api/unsubscribe/x".to_owned()),
        }
    }

    fn head(letter: &Letter) -> anyhow::Result<String> {
        let mail = letter.message("Harken <alerts@harken.example>", DateTime::UNIX_EPOCH)?;
        let text = String::from_utf8(mail.formatted())?;
        Ok(text.split("\r\n\r\n").next().unwrap_or_default().to_owned())
    }

    #[test]
    fn headers_are_those_of_a_well_behaved_sender() {
        let head = head(&letter()).unwrap();
        for line in [
            "Message-ID: <1@harken.example>",
            "Date: Thu, 01 Jan 1970 00:00:00 +0000",
            "From: Harken <alerts@harken.example>",
            "To: ada@example.com",
            "Auto-Submitted: auto-generated",
            "List-Unsubscribe: <https://harken.example/api/unsubscribe/x>",
            "References: <thread@harken.example>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ] {
            assert!(head.lines().any(|l| l == line), "{line} is not in\n{head}");
        }
        assert!(!head.contains("Reply-To"));
    }

    #[test]
    fn no_field_can_add_a_header() {
        let attack = "x\r\nBcc: victim@example.com";
        let subject = Letter {
            subject: attack.to_owned(),
            ..letter()
        };
        let head = head(&subject).unwrap();
        assert!(
            !head.lines().any(|l| l.to_lowercase().starts_with("bcc")),
            "{head}"
        );
        let to = Letter {
            to: format!("ada@example.com{attack}"),
            ..letter()
        };
        let refused = to
            .message("a@example.com", DateTime::UNIX_EPOCH)
            .unwrap_err();
        assert!(!refused.to_string().contains("example.com"), "{refused}");
        let link = Letter {
            references: None,
            unsubscribe_url: Some(attack.to_owned()),
            ..letter()
        };
        assert!(link.message("a@example.com", DateTime::UNIX_EPOCH).is_err());
    }

    #[test]
    fn reasons_carry_no_address() {
        let said = "permanent error (550): 5.1.1 <ada@example.com>: no such user";
        assert_eq!(
            without_addresses(said),
            "permanent error (550): 5.1.1 (address) no such user"
        );
    }
}
