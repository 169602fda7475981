//! Builds the headers of an email, and sends it through a backend.

use std::path::PathBuf;

use anyhow::Context;
use chrono::{DateTime, Utc};
use email_encoding::headers::rfc2047;
use email_encoding::headers::writer::EmailWriter;
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use uuid::Uuid;

use super::mailbox::{keep, mails_dir};
use super::smtp::Smtp;
use crate::delivery::{AttemptResult, Lease, Outcome};
use foundation::net::mail_address::with_ascii_domain;
use platform::config::{MailBackend, MailConfig};

/// A message before it becomes an email.
#[derive(Debug, Clone)]
pub struct Email {
    /// A single address.
    pub to: String,
    /// A single line.
    pub subject: String,
    pub html: String,
    pub text: String,
    /// `<id@host>`, the same over all attempts.
    pub message_id: String,
    /// `<id@host>`, shared by the emails about the same thread.
    pub references: Option<String>,
    /// The address of RFC 8058's one-click unsubscription, for email that a user can switch off.
    pub unsubscribe_url: Option<String>,
}

impl Email {
    /// Builds the email from `from`, dated `now`. Mail servers return it to `return_path`, or else to `from`.
    ///
    /// # Errors
    /// An address cannot be written in an email.
    pub fn message(
        &self,
        from: &str,
        return_path: Option<&str>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Message> {
        let from: Mailbox = from.parse().context("the sender's address is not valid")?;
        let from = Mailbox::new(from.name, with_ascii_domain(from.email.as_ref()).parse()?);
        // Do not repeat the error: it may show the address.
        let to: Result<Address, _> = with_ascii_domain(&self.to).parse();
        let to = to.map_err(|_| anyhow::anyhow!("the recipient's address is not valid"))?;
        let mut builder = Message::builder()
            .message_id(Some(self.message_id.clone()))
            .date(now.into())
            .from(from)
            .to(Mailbox::new(None, to.clone()))
            .raw_header(subject(&self.subject)?)
            // Vacation notices and similar replies stay silent (RFC 3834, section 5).
            .raw_header(ascii_header("Auto-Submitted", "auto-generated".to_owned())?);
        if let Some(address) = return_path {
            let sender = address.parse().context("mail.return_path is not valid")?;
            builder = builder.envelope(Envelope::new(Some(sender), vec![to])?);
        }
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

/// Returns the subject as a header. Mail programs decode whatever looks like an encoded word (RFC 2047), though
/// it may be part of a post's title: then all of it is encoded, so that they show it as it was written.
fn subject(text: &str) -> anyhow::Result<HeaderValue> {
    let name = HeaderName::new_from_ascii_str("Subject");
    if !text.contains("=?") {
        return Ok(HeaderValue::new(name, text.to_owned()));
    }
    let mut encoded = String::new();
    let mut writer = EmailWriter::new(&mut encoded, "Subject: ".len(), 0, false);
    rfc2047::encode(text, &mut writer)?;
    drop(writer);
    Ok(HeaderValue::dangerous_new_pre_encoded(name, text.to_owned(), encoded))
}

/// Returns a header that is sent verbatim: encoding or folding would break it.
fn ascii_header(name: &'static str, value: String) -> anyhow::Result<HeaderValue> {
    anyhow::ensure!(
        value.bytes().all(|b| b.is_ascii_graphic() || b == b' '),
        "{name} holds what a header cannot"
    );
    let name = HeaderName::new_from_ascii(name.to_owned())?;
    Ok(HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value))
}

/// The destination of emails.
pub struct Mailer(Backend);

enum Backend {
    /// For processes that send no email and were given no server.
    None,
    Smtp(Box<Smtp>),
    /// Each email is a file, named by its outbox row, so that a repetition replaces it.
    File(PathBuf),
}

impl Mailer {
    /// Creates the mailer for these settings.
    ///
    /// # Errors
    /// The SMTP address is invalid, or the folder for emails cannot be created.
    pub fn new(config: &MailConfig, data_dir: &std::path::Path) -> anyhow::Result<Self> {
        Ok(Self(match (config.backend, &config.smtp_url) {
            (MailBackend::Smtp, Some(url)) => Backend::Smtp(Box::new(Smtp::new(url, config)?)),
            (MailBackend::Smtp, None) | (MailBackend::Off, _) => Backend::None,
            (MailBackend::File, _) => {
                let dir = mails_dir(data_dir);
                std::fs::create_dir_all(&dir).with_context(|| {
                    format!("could not create the folder for emails, {}", dir.display())
                })?;
                Backend::File(dir)
            }
        }))
    }

    /// Connects to the mail server, encrypts and signs in, and sends nothing.
    ///
    /// # Errors
    /// A text that says what is wrong, and what to do.
    pub async fn check(&self) -> Result<(), String> {
        match &self.0 {
            Backend::Smtp(smtp) => smtp.check().await,
            Backend::None | Backend::File(_) => Ok(()),
        }
    }

    /// Sends `message`, the email of outbox row `id`, if that can begin while `lease` has time.
    pub async fn send(&self, message: &Message, id: Uuid, lease: &Lease) -> AttemptResult {
        match &self.0 {
            Backend::None => Outcome::retry("mail.smtp_url is not set".to_owned()).into(),
            Backend::Smtp(smtp) => smtp.send(message, lease).await,
            Backend::File(dir) => match keep(dir, message, id).await {
                Ok(()) => Outcome::Sent.into(),
                Err(error) => {
                    let dir = dir.display();
                    Outcome::retry(format!("could not be kept as a file in {dir}: {error}")).into()
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::super::email_parts::{SUBJECT_LENGTH, one_line};
    use super::*;

    fn email() -> Email {
        Email {
            to: "ada@example.com".to_owned(),
            subject: "Grüße".to_owned(),
            html: "<p>Hi</p>".to_owned(),
            text: "Hi".to_owned(),
            message_id: "<1@harken.example>".to_owned(),
            references: Some("<thread@harken.example>".to_owned()),
            unsubscribe_url: Some("https://harken.example/api/unsubscribe/x".to_owned()),
        }
    }

    fn head(email: &Email) -> anyhow::Result<String> {
        let mail = email.message("Harken <alerts@harken.example>", None, DateTime::UNIX_EPOCH)?;
        let text = String::from_utf8(mail.formatted())?;
        Ok(text.split("\r\n\r\n").next().unwrap_or_default().to_owned())
    }

    #[test]
    fn headers_are_those_of_a_well_behaved_sender() {
        let head = head(&email()).unwrap();
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
    fn domains_go_out_as_a_labels() {
        let email = Email { to: "anna@bücher.example".to_owned(), ..email() };
        let mail =
            email.message("Bücher <alerts@Bücher.example>", None, DateTime::UNIX_EPOCH).unwrap();
        let envelope = mail.envelope();
        let from = envelope.from().unwrap();
        let addresses: Vec<_> = [from].into_iter().chain(envelope.to()).collect();
        let expected = ["alerts@xn--bcher-kva.example", "anna@xn--bcher-kva.example"];
        assert_eq!(addresses.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
        let text = String::from_utf8(mail.formatted()).unwrap();
        assert!(text.contains("To: anna@xn--bcher-kva.example\r\n"), "{text}");
        assert!(
            text.contains("From: =?utf-8?b?QsO8Y2hlcg==?= <alerts@xn--bcher-kva.example>"),
            "{text}"
        );
        assert!(head(&email).unwrap().is_ascii());
    }

    #[test]
    fn mail_servers_return_it_to_the_return_path_that_no_header_shows() {
        let path = Some("bounces+1@harken.example");
        let mail = email().message("a@harken.example", path, DateTime::UNIX_EPOCH).unwrap();
        let envelope = mail.envelope();
        assert_eq!(envelope.from().unwrap().to_string(), "bounces+1@harken.example");
        assert_eq!(envelope.to().len(), 1);
        assert!(!String::from_utf8(mail.formatted()).unwrap().contains("bounces+1"));
    }

    /// Decodes encoded words wherever they are, as lenient mail programs do. All of them must be ours.
    fn shown(header: &str) -> String {
        let unfolded = header.replace("\r\n ", " ").replace("?= =?", "?==?");
        let mut shown = String::new();
        let mut rest = unfolded.as_str();
        while let Some(at) = rest.find("=?utf-8?b?") {
            assert!(!rest[..at].contains("=?"), "{header}");
            shown.push_str(&rest[..at]);
            let (word, after) = rest[at + 10..].split_once("?=").unwrap();
            shown.push_str(&String::from_utf8(STANDARD.decode(word).unwrap()).unwrap());
            rest = after;
        }
        assert!(!rest.contains("=?"), "{header}");
        shown.push_str(rest);
        shown
    }

    #[test]
    fn a_subject_is_shown_as_it_was_written() {
        for text in [
            "“rust” in r/rust: plain",
            "=?utf-8?q?Your_account_is_closed?=",
            "“rust” in r/rust: =?utf-8?B?WW91cg==?= =?utf-8?q?x?=",
            "a=?ISO-8859-1?Q?=E4?=b",
            "=?utf-8?q?two words?=",
            "(=?us-ascii?q?x?=)",
            "=?",
            "?= =? ?=",
            "日本語=?utf-8?q?x?= 🔥",
            &"=?utf-8?q?long?= ü ".repeat(7),
            "",
        ] {
            let email = Email { subject: one_line(text, SUBJECT_LENGTH), ..email() };
            let head = head(&email).unwrap();
            let mut lines = head.split("\r\n").skip_while(|line| !line.starts_with("Subject: "));
            let first = lines.next().unwrap().trim_start_matches("Subject: ");
            let folded = lines.take_while(|line| line.starts_with(' '));
            let header = [first].into_iter().chain(folded).collect::<Vec<_>>().join("\r\n");
            assert!(header.is_ascii() && header.lines().all(|line| line.len() <= 76), "{header}");
            assert_eq!(shown(&header), one_line(text, SUBJECT_LENGTH), "{header}");
        }
    }

    #[test]
    fn no_field_can_add_a_header() {
        let attack = "x\r\nBcc: victim@example.com";
        let subject = Email { subject: attack.to_owned(), ..email() };
        let head = head(&subject).unwrap();
        assert!(!head.lines().any(|l| l.to_lowercase().starts_with("bcc")), "{head}");
        let to = Email { to: format!("ada@example.com{attack}"), ..email() };
        let refused = to.message("a@example.com", None, DateTime::UNIX_EPOCH).unwrap_err();
        assert!(!refused.to_string().contains("example.com"), "{refused}");
        let link = Email { references: None, unsubscribe_url: Some(attack.to_owned()), ..email() };
        assert!(link.message("a@example.com", None, DateTime::UNIX_EPOCH).is_err());
    }
}
