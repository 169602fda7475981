//! The senders of a process.

use super::mail::Mailer;
use super::push::vapid::Vapid;
use super::{AttemptResult, Lease, Outcome, compose, endpoint};
use db::models::channel::Channel;
use db::models::endpoint::Endpoint;
use db::models::outbox::OutboxRow;
use foundation::secrets::Secrets;
use platform::config::{Config, ReturnPath};
use platform::context::Context;
use platform::outgoing::Outgoing;

/// Everything that a process needs to send messages.
pub struct Senders {
    pub mailer: Mailer,
    pub outgoing: Outgoing,
    /// The address to which emails are returned; each has its own token there.
    return_path: Option<ReturnPath>,
    /// The key by which push services identify this server.
    pub vapid: Vapid,
}

impl Senders {
    /// Creates the senders for these settings.
    ///
    /// # Errors
    /// The settings name no mail server, make no HTTP client, or the folder for emails cannot be
    /// created.
    pub fn new(config: &Config, secrets: &Secrets) -> anyhow::Result<Self> {
        Ok(Self {
            mailer: Mailer::new(&config.mail, &config.data_dir)?,
            return_path: config.mail.return_path().map_err(anyhow::Error::msg)?,
            outgoing: Outgoing::new(&config.delivery)?,
            vapid: Vapid::new(secrets.push_scalars(), &config.push_contact().uri)?,
        })
    }

    /// Builds the message for `row` from the data as it is now, and sends it. Holds no database
    /// connection while sending, and begins only while `lease` has time.
    pub async fn send(&self, context: &Context, row: &OutboxRow, lease: &Lease) -> AttemptResult {
        match row.channel {
            Channel::Mail => self.send_mail(context, row, lease).await,
            _ => endpoint::send(self, context, row, lease).await,
        }
    }

    /// Like [`Senders::send`], but sends `row` to `endpoint`, which need not be stored.
    pub async fn send_to(
        &self,
        context: &Context,
        endpoint: &Endpoint,
        row: &OutboxRow,
        lease: &Lease,
    ) -> AttemptResult {
        endpoint::send_to(self, context, endpoint, row, lease).await
    }

    async fn send_mail(&self, context: &Context, row: &OutboxRow, lease: &Lease) -> AttemptResult {
        let email = match compose::compose(context, row).await {
            Ok(email) => email,
            Err(unsent) => return Outcome::from(unsent).into(),
        };
        let return_path = self.return_path.as_ref();
        let return_path =
            return_path.map(|path| path.with_token(&context.secrets.bounce_token(row.id)));
        let from = &context.config.mail.from;
        match email.message(from, return_path.as_deref(), context.clock.now()) {
            Ok(message) => self.mailer.send(&message, row.id, lease).await,
            Err(error) => {
                Outcome::Dead(format!("could not be written as a mail: {error:#}")).into()
            }
        }
    }
}
