//! A mail by SMTP (RFC 5321), step by step: where a server refuses tells what its refusal means, and
//! the last step is counted, because until its answer is stored nobody knows whether the mail went.

mod body;
mod certificate;
mod refusal;
mod server;

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use lettre::Message;
use lettre::address::Envelope;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use tokio::sync::Semaphore;

use self::refusal::{Step, judge};
use self::server::Server;
use crate::config::MailConfig;
use crate::outbox::{Outcome, Tried};

/// A connection that was not used for so long is made anew.
const KEPT: Duration = Duration::from_secs(60);
/// A server that takes longer than this to accept one mail holds up no other.
const PATIENCE: Duration = Duration::from_secs(1);

/// The way to one SMTP server, with connections that are kept for the next mail.
///
/// A connection carries one mail at a time. A send that fails or takes too long drops its
/// connection: one that was left in the middle of a dialogue must never carry another mail.
pub(super) struct Smtp {
    server: Server,
    timeout: Duration,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
    unconfirmed: Arc<Semaphore>,
}

impl Smtp {
    pub(super) fn new(url: &str, config: &MailConfig) -> anyhow::Result<Self> {
        Ok(Self {
            // The address may hold a password: it is not shown.
            server: Server::parse(url).context("mail.smtp_url is no SMTP address")?,
            timeout: Duration::from_secs(config.timeout_seconds.into()),
            idle: Mutex::default(),
            unconfirmed: Arc::new(Semaphore::new(config.unconfirmed.into())),
        })
    }

    pub(super) async fn send(&self, message: &Message) -> Tried {
        let bytes = message.formatted();
        let dialogue = self.dialogue(message.envelope(), &bytes);
        match tokio::time::timeout(self.timeout, dialogue).await {
            Ok(Ok(tried) | Err(tried)) => tried,
            Err(_) => Outcome::retry(format!(
                "the mail server did not answer within {} s",
                self.timeout.as_secs()
            ))
            .into(),
        }
    }

    async fn dialogue(&self, envelope: &Envelope, bytes: &[u8]) -> Result<Tried, Tried> {
        let body = body::on_the_wire(bytes).map_err(Tried::from)?;
        let mut conn = self.begin(envelope, bytes).await?;
        for receiver in envelope.to() {
            let named = conn.command(Rcpt::new(receiver.clone(), Vec::new())).await;
            named.map_err(|error| judge(Step::Receiver, &error))?;
        }
        let ready = conn.command(Data).await;
        ready.map_err(|error| judge(Step::Message, &error))?;
        // From the message's last byte until the outcome is stored, the mail may have gone without
        // anybody's knowledge. Only so many mails are in that state at the same time.
        let mut unconfirmed = self.unconfirmed.clone().acquire_owned().await.ok();
        let answer = {
            let mut answer = pin!(conn.command(body));
            tokio::select! {
                answer = &mut answer => answer,
                () = tokio::time::sleep(PATIENCE) => {
                    unconfirmed = None;
                    answer.await
                }
            }
        };
        let answer = answer.map_err(|error| judge(Step::Message, &error))?;
        self.idle().push((conn, Instant::now()));
        Ok(Tried {
            unconfirmed,
            ..Outcome::Sent.with_status(answer.code().into())
        })
    }

    /// A connection on which the server has taken the sender. A kept one may have been closed since:
    /// then another is made.
    async fn begin(&self, envelope: &Envelope, bytes: &[u8]) -> Result<AsyncSmtpConnection, Tried> {
        if let Some(mut kept) = self.kept() {
            let mail = Mail::new(
                envelope.from().cloned(),
                parameters(&kept, envelope, bytes)?,
            );
            if kept.command(mail).await.is_ok() {
                return Ok(kept);
            }
        }
        let made = self.server.connect(self.timeout).await;
        let mut made = made.map_err(|error| judge(Step::Sender, &error))?;
        let mail = Mail::new(
            envelope.from().cloned(),
            parameters(&made, envelope, bytes)?,
        );
        let taken = made.command(mail).await;
        taken.map_err(|error| judge(Step::Sender, &error))?;
        Ok(made)
    }

    fn kept(&self) -> Option<AsyncSmtpConnection> {
        let mut idle = self.idle();
        idle.retain(|(_, since)| since.elapsed() < KEPT);
        idle.pop().map(|(conn, _)| conn)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(AsyncSmtpConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the server is to know of a message beforehand: texts beyond ASCII in its addresses (RFC
/// 6531) or in itself (RFC 6152).
fn parameters(
    conn: &AsyncSmtpConnection,
    envelope: &Envelope,
    bytes: &[u8],
) -> Result<Vec<MailParameter>, Tried> {
    let can = |extension| conn.server_info().supports_feature(extension);
    let mut addresses = envelope.from().into_iter().chain(envelope.to());
    let mut parameters = Vec::new();
    if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
        if !can(Extension::SmtpUtfEight) {
            let reason = "the mail server takes no address with letters beyond ASCII";
            return Err(Outcome::Dead(reason.to_owned()).into());
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() && can(Extension::EightBitMime) {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}
