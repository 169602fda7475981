//! The webhooks by which relays report: for each, how it proves who it is, and how its events are read.

mod mailgun;
mod postmark;
mod proof;
mod sendgrid;
mod ses;

use chrono::{DateTime, Utc};
use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;
use url::Url;

use super::{About, Event};
use db::models::mail_bounce::BounceKind;
use platform::config::MailRelay;

/// A call of a relay.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    pub headers: &'a HeaderMap,
    pub body: &'a [u8],
}

/// What a call says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Events, of which those that do not matter are left out.
    Events(Vec<Event>),
    /// The relay asks for a visit to this address, to prove that its reports are wanted here.
    Confirm(Url),
}

/// The reason why a call says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It does not prove that the relay made it.
    NotProven,
    /// Its body cannot be read.
    Unreadable,
}

/// How a relay reports.
struct Form {
    /// Returns whether the relay made the call, by the configured secret.
    is_proven: fn(&Call<'_>, &str, DateTime<Utc>) -> bool,
    read: fn(&[u8]) -> Option<Said>,
}

fn form(relay: MailRelay) -> Form {
    match relay {
        MailRelay::Mailgun => Form { is_proven: mailgun::is_signed, read: mailgun::read },
        MailRelay::Postmark => Form { is_proven: proof::has_password, read: postmark::read },
        MailRelay::Sendgrid => Form { is_proven: sendgrid::is_signed, read: sendgrid::read },
        MailRelay::Ses => Form { is_proven: proof::has_password, read: ses::read },
    }
}

/// Reads a call of `relay`, which proves by `secret` that it made it.
///
/// # Errors
/// The call is not the relay's, or it cannot be read.
pub fn read(
    relay: MailRelay,
    call: &Call<'_>,
    secret: &str,
    now: DateTime<Utc>,
) -> Result<Said, Refused> {
    let form = form(relay);
    if !(form.is_proven)(call, secret, now) {
        return Err(Refused::NotProven);
    }
    (form.read)(call.body).ok_or(Refused::Unreadable)
}

fn json<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    serde_json::from_slice(body).ok()
}

/// Returns an event about the owner of an address, or `None` if it has no id, by which it would count once.
fn event(relay: MailRelay, id: &str, email: &str, kind: BounceKind, reason: &str) -> Option<Event> {
    let reason = match (reason, kind) {
        ("", BounceKind::Complaint) => "reported as spam",
        ("", BounceKind::Hard | BounceKind::Soft) => "no reason was given",
        _ => reason,
    };
    (!id.is_empty()).then(|| Event {
        id: format!("{} {id}", relay.as_str()),
        about: About::Address(email.to_owned()),
        kind,
        reason: reason.to_owned(),
    })
}
