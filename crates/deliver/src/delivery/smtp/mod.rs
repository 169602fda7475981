//! Sends an email by SMTP (RFC 5321), step by step: the step at which a server refuses determines
//! what the refusal means. The last step is counted, because until its answer is stored nobody
//! knows whether the email was sent.

mod body;
mod certificate;
mod refusal;
mod server;

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use lettre::Message;
use lettre::address::Envelope;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::refusal::{Step, classify};
pub(crate) use self::refusal::{enhanced, is_about_the_mailbox, without_addresses};
use self::server::Server;
use crate::delivery::{AttemptResult, Lease, Outcome};
use platform::config::MailConfig;

/// The longest idle time of a kept connection; after it a new one is opened.
const KEPT: Duration = Duration::from_secs(60);
/// The wait for other emails to be accepted after which an email is reported in the log, and the
/// least time between two such reports.
const PATIENCE: Duration = Duration::from_secs(1);
const LOG_AGAIN: Duration = Duration::from_secs(60);

/// A client of one SMTP server, with connections that are kept for the next email.
///
/// A connection carries one email at a time. A send that fails or takes too long drops its
/// connection: a connection that was left in the middle of a dialogue must never carry another
/// email.
pub(super) struct Smtp {
    server: Server,
    timeout: Duration,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
    unconfirmed: Arc<Semaphore>,
    logged_at: Mutex<Option<Instant>>,
}

impl Smtp {
    pub(super) fn new(url: &str, config: &MailConfig) -> anyhow::Result<Self> {
        Ok(Self {
            // The error does not show the address, which may hold a password.
            server: Server::parse(url).context("mail.smtp_url")?,
            timeout: Duration::from_secs(config.timeout_seconds.into()),
            idle: Mutex::default(),
            unconfirmed: Arc::new(Semaphore::new(config.unconfirmed.into())),
            logged_at: Mutex::default(),
        })
    }

    /// Opens a connection, and closes it again.
    ///
    /// # Errors
    /// A text that says what is wrong, and what to do.
    pub(super) async fn check(&self) -> Result<(), String> {
        let connecting = self.server.connect(self.timeout);
        let Ok(connected) = tokio::time::timeout(self.timeout, connecting).await else {
            return Err(self.too_slow());
        };
        let mut conn = connected.map_err(|error| refusal::to_connect(&error))?;
        // The server has answered; how it ends the dialogue does not matter.
        drop(conn.quit().await);
        Ok(())
    }

    fn too_slow(&self) -> String {
        let seconds = self.timeout.as_secs();
        format!("the mail server did not answer within {seconds} s")
    }

    pub(super) async fn send(&self, message: &Message, lease: &Lease) -> AttemptResult {
        let (envelope, bytes) = (message.envelope(), message.formatted());
        let body = match body::on_the_wire(&bytes) {
            Ok(body) => body,
            Err(outcome) => return outcome.into(),
        };
        let conn = match self.in_time(self.open(envelope, &bytes)).await {
            Ok(conn) => conn,
            Err(tried) => return tried,
        };
        // From the message's last byte until the outcome is stored, nobody knows whether the email
        // was sent. Only a limited number of emails are in that state at the same time, however
        // long the server takes and whatever it answers.
        let Some(unconfirmed) = lease.wait_for(self.turn()).await.flatten() else {
            return Outcome::NotBegun.into();
        };
        let answered = self.in_time(self.hand_over(conn, body)).await;
        AttemptResult { unconfirmed: Some(unconfirmed), ..answered.unwrap_or_else(|tried| tried) }
    }

    async fn in_time<T>(
        &self,
        step: impl Future<Output = Result<T, AttemptResult>>,
    ) -> Result<T, AttemptResult> {
        let ended = tokio::time::timeout(self.timeout, step).await;
        ended.unwrap_or_else(|_| Err(Outcome::retry(self.too_slow()).into()))
    }

    /// Returns a connection on which the server waits for the message.
    async fn open(
        &self,
        envelope: &Envelope,
        bytes: &[u8],
    ) -> Result<AsyncSmtpConnection, AttemptResult> {
        let mut conn = self.begin(envelope, bytes).await?;
        for receiver in envelope.to() {
            let named = conn.command(Rcpt::new(receiver.clone(), Vec::new())).await;
            named.map_err(|error| classify(Step::Receiver, &error))?;
        }
        let ready = conn.command(Data).await;
        ready.map_err(|error| classify(Step::Message, &error))?;
        Ok(conn)
    }

    async fn hand_over(
        &self,
        mut conn: AsyncSmtpConnection,
        body: String,
    ) -> Result<AttemptResult, AttemptResult> {
        let answer = conn.command(body).await;
        let answer = answer.map_err(|error| classify(Step::Message, &error))?;
        self.idle().push((conn, Instant::now()));
        Ok(Outcome::Sent.with_status(answer.code().into()))
    }

    /// Waits for a permit to hand one email over, valid until dropped. The log reports a long wait.
    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let mut turn = pin!(self.unconfirmed.clone().acquire_owned());
        tokio::select! {
            turn = &mut turn => return turn.ok(),
            () = tokio::time::sleep(PATIENCE) => {}
        }
        self.log_waiting();
        turn.await.ok()
    }

    fn log_waiting(&self) {
        let mut logged = self.logged_at.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.is_none_or(|at| at.elapsed() >= LOG_AGAIN) {
            *logged = Some(Instant::now());
            tracing::warn!(
                "the mail server is slow to accept mails, and others wait: raise mail.unconfirmed to hand \
                 it more at once; as many may then arrive twice when Harken is killed"
            );
        }
    }

    /// Returns a connection on which the server has accepted the sender. A kept one may have been
    /// closed since: then a new one is opened.
    async fn begin(
        &self,
        envelope: &Envelope,
        bytes: &[u8],
    ) -> Result<AsyncSmtpConnection, AttemptResult> {
        if let Some(mut kept) = self.kept() {
            let mail = Mail::new(envelope.from().cloned(), parameters(&kept, envelope, bytes)?);
            if kept.command(mail).await.is_ok() {
                return Ok(kept);
            }
        }
        let made = self.server.connect(self.timeout).await;
        let mut made = made.map_err(|error| classify(Step::Sender, &error))?;
        let mail = Mail::new(envelope.from().cloned(), parameters(&made, envelope, bytes)?);
        let taken = made.command(mail).await;
        taken.map_err(|error| classify(Step::Sender, &error))?;
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

/// Returns the extensions that a message needs: text beyond ASCII in its addresses (RFC 6531) or in
/// its content (RFC 6152).
fn parameters(
    conn: &AsyncSmtpConnection,
    envelope: &Envelope,
    bytes: &[u8],
) -> Result<Vec<MailParameter>, AttemptResult> {
    let can = |extension| conn.server_info().supports_feature(extension);
    let mut addresses = envelope.from().into_iter().chain(envelope.to());
    let mut parameters = Vec::new();
    if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
        if !can(Extension::SmtpUtfEight) {
            let reason = "the mail server does not accept addresses with letters outside ASCII";
            return Err(Outcome::Dead(reason.to_owned()).into());
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() && can(Extension::EightBitMime) {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}
