//! Checks the services that Harken uses: the mail server, push services, NATS and Reddit.

use std::path::PathBuf;

use chrono::{TimeDelta, Utc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::report::Report;
use db::{Address, Part, Pools};
use deliver::delivery::mail::{Email, Mailer};
use deliver::delivery::push::vapid::Vapid;
use deliver::delivery::{Lease, Outcome};
use foundation::secrets::{BOUNCE_TOKEN_CHARS, Secrets};
use foundation::time::clock::Clock;
use foundation::wording::plural::plural;
use platform::bus::{self, NatsCheck};
use platform::config::{Config, MailBackend, SmtpAddress, SmtpEncryption};
use platform::sources::reddit::Reddit;

const MAIL: &str = "mail server";
const NATS: &str = "NATS";
const FORUM: &str = "Reddit";
/// The variable that names the authorities to trust instead of the machine's.
const AUTHORITIES: &str = "SSL_CERT_FILE";

/// Checks the certificates by which mail servers are trusted.
pub(super) fn check_certificates(config: &Config, report: &mut Report) {
    const WHAT: &str = "certificates";
    let file = std::env::var_os(AUTHORITIES).map(PathBuf::from);
    let address = config.mail.smtp_url.as_deref().map(SmtpAddress::parse);
    let is_encrypted =
        matches!(address, Some(Ok(address)) if address.encryption != SmtpEncryption::None);
    if file.is_none() && !is_encrypted {
        return;
    }
    let found = match &file {
        Some(file) => rustls_native_certs::load_certs_from_paths(Some(file), None),
        None => rustls_native_certs::load_native_certs(),
    };
    let number = found.certs.len();
    match (number, file) {
        (0, Some(file)) => report.failed(
            WHAT,
            format!(
                "no certificate can be read from {} ({AUTHORITIES}); it must hold the \
                 authority's certificate in PEM, and this user must be allowed to read it",
                file.display()
            ),
        ),
        (0, None) => report.failed(
            WHAT,
            "this machine trusts no authority: install ca-certificates (Debian: apt-get install \
             ca-certificates)",
        ),
        (_, Some(file)) => report.ok(WHAT, format!("{number} in {}", file.display())),
        (_, None) => report.ok(WHAT, format!("this machine trusts {number} authorities")),
    }
}

/// Sends a wake-up through NATS and back, and opens the log of items, if that is set.
pub(super) async fn check_nats(config: &Config, report: &mut Report) {
    if config.bus.url.is_none() {
        return;
    }
    match bus::check_nats(&config.bus).await {
        Ok(NatsCheck { round_trip, log }) => {
            let millis = round_trip.as_secs_f64() * 1_000.0;
            let batches = plural(log.last + 1 - log.first, "batch", "batches");
            let readers = plural(log.readers as u64, "reader", "readers");
            report.ok(
                NATS,
                format!(
                    "a wake-up came back within {millis:.1} ms; JetStream keeps {batches} of items, for {readers}"
                ),
            );
        }
        Err(error) => report.failed(NATS, format!("{error:#}")),
    }
}

/// Connects to the mail server, encrypts and signs in; with `send_to`, sends an email.
pub(super) async fn check_mail(config: &Config, send_to: Option<&str>, report: &mut Report) {
    let server = match (config.mail.backend, &config.mail.smtp_url) {
        (MailBackend::Smtp, Some(url)) => match SmtpAddress::parse(url) {
            Ok(address) => address,
            // Already reported among the problems of the configuration.
            Err(_) => return report.skipped(MAIL, "mail.smtp_url cannot be read"),
        },
        (MailBackend::File, _) => return report.ok(MAIL, "this demo keeps its emails as files"),
        (MailBackend::Smtp, None) => return report.skipped(MAIL, "mail.smtp_url is not set"),
        (MailBackend::Off, _) => {
            return report.warning(
                MAIL,
                "there is none, so that no email is sent and nobody can register: set mail.smtp_url",
            );
        }
    };
    let named = match server.port {
        Some(port) => format!("{}:{port}", server.host),
        None => server.host.clone(),
    };
    let mailer = match Mailer::new(&config.mail, &config.data_dir) {
        Ok(mailer) => mailer,
        Err(error) => return report.failed(MAIL, format!("{error:#}")),
    };
    if let Err(reason) = mailer.check().await {
        return report.failed(MAIL, format!("{named}: {reason}"));
    }
    let encrypted = match server.encryption {
        SmtpEncryption::None => "without encryption",
        SmtpEncryption::Opportunistic => "with encryption, if it offers that",
        SmtpEncryption::Required | SmtpEncryption::Wrapper => "with encryption",
    };
    let signed_in = match server.credentials {
        Some(_) => "accepts the user name and password",
        None => "answers (no user name is set)",
    };
    report.ok(MAIL, format!("{named}, {encrypted}, {signed_in}"));
    if let Some(to) = send_to {
        send(config, &mailer, to, report).await;
    }
}

async fn send(config: &Config, mailer: &Mailer, to: &str, report: &mut Report) {
    const WHAT: &str = "test email";
    let clock = Clock::system();
    let id = Uuid::now_v7();
    let host = config.server.public_url.host_str().unwrap_or("localhost");
    let text = "This email was sent by `harken doctor --send-to`. If you can read it, Harken can send \
                email.";
    let email = Email {
        to: to.to_owned(),
        subject: "Harken can send email".to_owned(),
        html: format!("<p>{text}</p>"),
        text: text.to_owned(),
        message_id: format!("<{id}@{host}>"),
        references: None,
        unsubscribe_url: None,
    };
    // A relay may accept other senders only. Nothing is looked for under this token.
    let return_path = config.mail.return_path().ok().flatten();
    let return_path = return_path.map(|path| path.with_token(&"0".repeat(BOUNCE_TOKEN_CHARS)));
    let message = match email.message(&config.mail.from, return_path.as_deref(), clock.now()) {
        Ok(message) => message,
        Err(error) => {
            let advice = "check the address after --send-to, and mail.from";
            return report.failed(WHAT, format!("{error:#}; {advice}"));
        }
    };
    let last = clock.now() + TimeDelta::minutes(1);
    let lease = Lease::new(clock, Some(last), CancellationToken::new());
    match mailer.send(&message, id, &lease).await.outcome {
        Outcome::Sent => report.ok(
            WHAT,
            "the mail server has accepted it; look for it, also among spam. If it does not arrive, the \
             mail server's log says why",
        ),
        Outcome::Retry { reason, .. } | Outcome::Dead(reason) | Outcome::Gone(reason) => {
            report.failed(WHAT, format!("{reason}; check the address after --send-to, and mail.from"));
        }
        Outcome::Skipped(_) | Outcome::NotBegun | Outcome::Suspended => {
            report.failed(WHAT, "the mail server took too long to accept it");
        }
    }
}

/// Checks the secret, and the key derived from it by which push services identify this server.
pub(super) fn check_push(config: &Config, report: &mut Report) {
    let file = config.data_dir.join("secret");
    if config.auth.secret.is_none() && !file.exists() {
        return report.warning(
            "secret",
            format!(
                "there is none in {} yet; the first start creates it. If this is a restored database, \
                 restore its secret first",
                file.display()
            ),
        );
    }
    let secrets = match Secrets::load(config.auth.secret.as_deref(), &config.data_dir) {
        Ok(secrets) => secrets,
        Err(error) => return report.failed("secret", format!("{error:#}")),
    };
    report.ok("secret", "signs sessions and links");
    let contact = config.push_contact();
    let signed = Vapid::new(secrets.push_scalars(), &contact.uri)
        .and_then(|vapid| vapid.authorization("https://push.example.com", Utc::now()));
    match signed {
        Ok(_) if contact.is_public => report.ok(
            "push",
            format!("the key that is made from the secret signs; the contact is {}", contact.uri),
        ),
        Ok(_) => report.warning(
            "push",
            format!(
                "no alert reaches Safari and iPhones: Apple's push service refuses the contact {}. Set \
                 server.public_url to the public address, which begins with https://, or \
                 server.support_email to an address that others can write to",
                contact.uri
            ),
        ),
        Err(error) => report.failed("push", format!("no key can be made: {error:#}")),
    }
}

/// Reports whether a service elsewhere notices when Harken is gone. It is not called: that would say that Harken runs.
pub(super) fn check_watchdog(config: &Config, report: &mut Report) {
    const WHAT: &str = "watchdog";
    match config.watchdog.url.as_ref().and_then(|url| url.host_str()) {
        Some(host) => report.ok(WHAT, format!("each process calls {host} once a minute")),
        None => report.warning(
            WHAT,
            "there is none, so that nobody is notified when this machine or Harken itself is gone: set watchdog.url",
        ),
    }
}

pub(super) fn skip_forum(config: &Config, report: &mut Report) {
    if config.forum.is_configured() {
        report.skipped(FORUM, "needs the database, which keeps account of its requests");
    }
}

/// Asks Reddit for a token with the configured credentials.
pub(super) async fn check_forum(config: &Config, address: &Address, report: &mut Report) {
    if !config.forum.is_configured() {
        return report.skipped(FORUM, "is not configured (forum.client_id)");
    }
    let asked = async {
        let pool = Pools::open(address, &config.database).of(Part::Ingest).clone();
        let reddit = Reddit::new(&config.forum, Clock::system(), pool)?;
        anyhow::Ok(reddit.check_credentials().await?)
    };
    match asked.await {
        Ok(()) => report.ok(
            FORUM,
            format!(
                "accepts the credentials; Harken makes up to {} requests a minute",
                config.forum.requests_per_minute
            ),
        ),
        Err(error) => report.failed(FORUM, format!("{}: {error:#}", config.forum.token_url)),
    }
}
