//! What mail servers report about emails after they accepted them: that one came back, or that its receiver calls it
//! spam. Reports come as emails (`report.rs`), each to an address that only its message had, or by a relay's webhook
//! (`relays/`). Either way an event is recorded here.

pub mod relays;
mod report;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use crate::delivery::without_addresses;
use db::Conn;
use db::models::channel::Channel;
use db::models::mail_bounce::{BounceKind, MailBounce};
use db::models::user::{MailReport, User};
use db::schema::outbox;
use foundation::secrets::Secrets;
use foundation::wording::line::one_line;
use platform::config::ReturnPath;

/// The days on which messages came back for reasons that may pass, within a week, after which no more are sent. One
/// bad day does not count as several.
const MAX_SOFT_DAYS: i64 = 5;
const SOFT_DAYS_WITHIN: TimeDelta = TimeDelta::days(7);
/// The most characters of a reason.
const REASON_LENGTH: usize = 300;

/// A report about an email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Names the event, so that a repetition of it counts once.
    pub id: String,
    pub about: About,
    pub kind: BounceKind,
    /// The words of the mail server; they may hold addresses.
    pub reason: String,
}

/// How an event names whom it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// The message that came back.
    Message(Uuid),
    /// The address of its receiver.
    Address(String),
}

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// It counts for its user.
    Counted(Uuid),
    /// It was recorded before.
    Known,
    /// No account has the address, or the message is too old.
    NobodyKnown,
}

/// Why an email changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Ignored {
    #[error(
        "it is no report of a mail server: an automatic reply, for example, or a note that a message is late"
    )]
    NoReport,
    #[error("it was not sent to an address that a message of this server had")]
    NotOurs,
    #[error("it was recorded before")]
    Known,
    #[error("its message is no longer stored")]
    Old,
}

/// Records an email that a mail server delivered to the return path, sent to `recipient` if that is known.
///
/// # Errors
/// The database failed. The inner error is the reason why nothing was recorded.
pub async fn receive(
    email: &[u8],
    recipient: Option<&str>,
    path: &ReturnPath,
    secrets: &Secrets,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Result<Uuid, Ignored>> {
    let to = recipient.unwrap_or_default().as_bytes();
    let mut tokens = path.tokens_in(to).into_iter().chain(path.tokens_in(email));
    let Some(message) = tokens.find_map(|token| secrets.read_bounce_token(&token)) else {
        return Ok(Err(Ignored::NotOurs));
    };
    let Some(report) = report::read(email) else {
        return Ok(Err(Ignored::NoReport));
    };
    let id = match report.kind {
        BounceKind::Complaint => format!("complaint {message}"),
        BounceKind::Hard | BounceKind::Soft => format!("bounce {message}"),
    };
    let event =
        Event { id, about: About::Message(message), kind: report.kind, reason: report.reason };
    Ok(match record(&event, now, conn).await? {
        Recorded::Counted(user) => Ok(user),
        Recorded::Known => Err(Ignored::Known),
        Recorded::NobodyKnown => Err(Ignored::Old),
    })
}

/// Records an event, and marks the address that it is about if no more alerts are to go there.
pub async fn record(event: &Event, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Recorded> {
    let recorded = conn
        .transaction::<_, diesel::result::Error, _>(async |conn| {
            let user_id = find_user(&event.about, conn).await?;
            let bounce =
                MailBounce { id: event.id.clone(), user_id, kind: event.kind, received_at: now };
            if !bounce.insert(conn).await? {
                return Ok(Recorded::Known);
            }
            let Some(user_id) = user_id else {
                return Ok(Recorded::NobodyKnown);
            };
            let report = match event.kind {
                BounceKind::Hard => Some(MailReport::Bounce),
                BounceKind::Complaint => Some(MailReport::Complaint),
                BounceKind::Soft => {
                    let days = MailBounce::soft_days(user_id, now - SOFT_DAYS_WITHIN, conn).await?;
                    (days >= MAX_SOFT_DAYS).then_some(MailReport::Bounce)
                }
            };
            if report.is_some() {
                User::mark_address(user_id, report, &shown(&event.reason), now, conn).await?;
            }
            Ok(Recorded::Counted(user_id))
        })
        .await?;
    if let Recorded::Counted(user) = recorded {
        tracing::info!(%user, kind = event.kind.as_str(), "a mail server reported about an email");
    }
    Ok(recorded)
}

async fn find_user(about: &About, conn: &mut Conn) -> QueryResult<Option<Uuid>> {
    match about {
        About::Message(id) => {
            let message = outbox::table.find(id).filter(outbox::channel.eq(Channel::Mail));
            message.select(outbox::user_id).first(conn).await.optional()
        }
        About::Address(email) => Ok(User::find_by_email(email, conn).await?.map(|user| user.id)),
    }
}

/// Returns a mail server's words as they are shown: on one line, cut, and without addresses.
fn shown(reason: &str) -> String {
    // Long enough for what is cut, however long it is.
    let beginning: String = reason.chars().take(10 * REASON_LENGTH).collect();
    without_addresses(&one_line(&beginning)).chars().take(REASON_LENGTH).collect()
}
