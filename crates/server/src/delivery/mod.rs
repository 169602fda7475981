//! Sending one message of the outbox over its channel.

pub mod alert;
mod billing_mails;
mod channel_mails;
mod chat;
pub mod compose;
pub mod digest;
mod endpoint;
pub mod excerpt;
pub mod mail;
pub mod mailbox;
pub mod outgoing;
pub mod push;
mod request;
mod smtp;
pub mod target;
pub mod templates;
mod verdict;
pub mod webhook;

use crate::app::App;
use crate::db::models::channel::Channel;
use crate::db::models::outbox::OutboxRow;
use crate::outbox::{Outcome, Tried};

/// Makes the message that `row` stands for, from the data as it is now, and sends it. Holds no
/// database connection while it sends.
pub async fn deliver(app: &App, row: &OutboxRow) -> Tried {
    match Channel::parse(&row.channel) {
        Some(Channel::Mail) => send_mail(app, row).await,
        Some(_) => endpoint::send(app, row).await,
        None => Outcome::Dead(format!("there is no channel {}", row.channel)).into(),
    }
}

async fn send_mail(app: &App, row: &OutboxRow) -> Tried {
    let letter = match compose::compose(app, row).await {
        Ok(Ok(letter)) => letter,
        Ok(Err(nothing)) => return Outcome::Skipped(nothing.to_owned()).into(),
        Err(error) => return Outcome::retry(format!("could not be composed: {error:#}")).into(),
    };
    match letter.message(&app.config.mail.from, app.clock.now()) {
        Ok(message) => app.mailer.send(&message, row.id).await,
        Err(error) => Outcome::Dead(format!("could not be written as a mail: {error:#}")).into(),
    }
}
