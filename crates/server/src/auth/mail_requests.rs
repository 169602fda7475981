//! Mails that are asked for by an address. Whoever asks must not learn whether the address has an
//! account, not even from the time that the answer takes: so a request is only noted down, which is
//! the same work for every address, and the process that sends mails finds out what is to be sent.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::links::{self, Purpose};
use crate::app::App;
use crate::db::Conn;
use crate::db::listen::ring;
use crate::db::models::mail_request::{MailRequest, Wanted};
use crate::db::models::outbox::{Kind, NewMessage};
use crate::db::models::user::User;
use crate::db::schema::outbox;

/// The owner of an address hears at most once in this time that somebody tried to register it.
const REMINDER_HOURS: i64 = 1;

/// Puts the mails of all requests into the outbox, one request a transaction; returns how many
/// requests there were. A request for an address without an account makes none.
///
/// # Errors
/// The database failed; the request in hand is there still.
pub async fn work_off(app: &App) -> anyhow::Result<usize> {
    let mut conn = app.pool.get().await?;
    let mut done = 0;
    while conn
        .transaction::<_, diesel::result::Error, _>(async |conn| {
            let Some(request) = MailRequest::take(conn).await? else {
                return Ok(false);
            };
            answer(app, &request, conn).await?;
            Ok(true)
        })
        .await?
    {
        done += 1;
    }
    Ok(done)
}

async fn answer(app: &App, request: &MailRequest, conn: &mut Conn) -> QueryResult<()> {
    let Some(user) = User::find_by_email(&request.email, conn).await? else {
        return Ok(());
    };
    let is_verified = user.email_verified_at.is_some();
    match (request.wanted(), is_verified) {
        (Some(Wanted::Registration | Wanted::Verification), false) => {
            links::send(app, &user, Purpose::Verify, conn).await
        }
        (Some(Wanted::Registration), true) => remind(user.id, app.clock.now(), conn).await,
        (Some(Wanted::Reset), _) => links::send(app, &user, Purpose::Reset, conn).await,
        (Some(Wanted::Verification), true) | (None, _) => Ok(()),
    }
}

/// One outbox row a user and kind: it is sent again, by being made pending, once the last is old.
async fn remind(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    let mail = NewMessage::mail(Kind::AlreadyRegistered, user_id, user_id, now);
    if NewMessage::enqueue(&[mail], conn).await? > 0 {
        return Ok(());
    }
    let old = outbox::table
        .filter(outbox::channel.eq("mail"))
        .filter(outbox::kind.eq(Kind::AlreadyRegistered.as_str()))
        .filter(outbox::subject_id.eq(user_id))
        .filter(outbox::status.ne("pending"))
        .filter(outbox::created_at.lt(now - TimeDelta::hours(REMINDER_HOURS)));
    let again = diesel::update(old)
        .set((
            outbox::status.eq("pending"),
            outbox::attempts.eq(0),
            outbox::due_at.eq(now),
            outbox::created_at.eq(now),
            outbox::leased_until.eq(None::<DateTime<Utc>>),
            outbox::finished_at.eq(None::<DateTime<Utc>>),
            outbox::reason.eq(None::<String>),
        ))
        .execute(conn)
        .await?;
    if again > 0 {
        ring("outbox", "", conn).await?;
    }
    Ok(())
}
