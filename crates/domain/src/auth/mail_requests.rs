//! Emails that are requested by address. The requester must not learn whether the address has an
//! account, not even from the response time: so a request is only recorded, which is the same work
//! for every address, and the process that sends emails determines what to send.

use std::error::Error as _;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::links;
use db::Conn;
use db::listen::{OUTBOX, notify};
use db::models::channel::Channel;
use db::models::mail_request::{MailRequest, Wanted};
use db::models::outbox::{Kind, NewMessage, Status};
use db::models::registration::Registration;
use db::models::user::User;
use db::schema::outbox;
use platform::context::Context;

/// The owner of an address is notified at most once in this time that somebody tried to register
/// it.
const REMINDER_HOURS: i64 = 1;
/// The pause after which a failed request is tried again; each further pause is twice as long.
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(10);
const MAX_PAUSE: TimeDelta = TimeDelta::hours(1);
/// The time after which a request is dropped: its requester has asked again or gone.
const LIFE: TimeDelta = TimeDelta::days(1);

/// Puts the emails of all due requests into the outbox, one request per transaction, and returns
/// the number of requests processed. A request for an address without an account produces none. One
/// that fails is postponed, and does not hold up others.
///
/// # Errors
/// The database failed; the current request is still there.
pub async fn drain(context: &Context) -> anyhow::Result<usize> {
    let mut conn = context.conn().await?;
    let mut done = 0;
    loop {
        let now = context.clock.now();
        let mut taken = None;
        let worked = conn.transaction::<_, diesel::result::Error, _>(async |conn| {
            taken = MailRequest::take(now, conn).await?;
            match &taken {
                Some(request) => answer(context, request, conn).await,
                None => Ok(()),
            }
        });
        let worked = worked.await;
        match (taken, worked) {
            (None, worked) => {
                worked?;
                return Ok(done);
            }
            (Some(_), Ok(())) => {}
            (Some(request), Err(error)) => put_off(&request, &error, now, &mut conn).await?,
        }
        done += 1;
    }
}

/// Postpones a request after a failure. An error states only its kind, since the database may
/// repeat the address.
async fn put_off(
    request: &MailRequest,
    error: &diesel::result::Error,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let pause = FIRST_PAUSE * 2_i32.saturating_pow(request.failures.unsigned_abs());
    let due_at = now + pause.min(MAX_PAUSE);
    let (id, wanted) = (request.id, request.wanted.as_str());
    let error = kind_of(error);
    if due_at - request.created_at > LIFE {
        tracing::error!(%id, wanted, error, failures = request.failures + 1,
            "a mail that somebody asked for could not be made for a day, and is given up");
        return request.give_up(conn).await;
    }
    tracing::error!(%id, wanted, error, failures = request.failures + 1,
        "a mail that somebody asked for could not be made; it is tried again later");
    request.put_off(due_at, conn).await
}

/// Returns the error without the values that the database was given.
fn kind_of(error: &diesel::result::Error) -> String {
    use diesel::result::Error;
    match error {
        Error::DatabaseError(kind, about) => {
            let places = [about.table_name(), about.constraint_name()];
            let places: Vec<_> = places.into_iter().flatten().collect();
            format!("{kind:?} {}", places.join(" "))
        }
        other => match other.source() {
            Some(cause) => format!("{other}: {cause}"),
            None => other.to_string(),
        },
    }
}

async fn answer(context: &Context, request: &MailRequest, conn: &mut Conn) -> QueryResult<()> {
    let Some(user) = User::find_by_email(&request.email, conn).await? else {
        return Ok(());
    };
    let is_verified = user.email_verified_at.is_some();
    match (request.wanted, is_verified) {
        (Wanted::Registration, false) => {
            let chosen = request.registration.clone();
            let registration = chosen.unwrap_or_else(|| Registration::of(&user));
            // Until a link is followed, signing in is answered as if the newest one had been.
            if registration.take_over(user.id, conn).await? {
                links::send_verification(context, &user, registration, conn).await
            } else {
                remind(user.id, context.clock.now(), conn).await
            }
        }
        (Wanted::Verification, false) => {
            links::send_verification(context, &user, Registration::of(&user), conn).await
        }
        (Wanted::Registration, true) => remind(user.id, context.clock.now(), conn).await,
        (Wanted::Reset, _) => links::send_reset(context, &user, conn).await,
        (Wanted::Verification, true) => Ok(()),
    }
}

/// Sends the reminder. There is one outbox row per user and kind: it is sent again, by being made
/// pending, once the last is old.
async fn remind(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    let mail = NewMessage::mail(Kind::AlreadyRegistered, user_id, user_id, now);
    if NewMessage::enqueue(&[mail], conn).await? > 0 {
        return Ok(());
    }
    let old = outbox::table
        .filter(outbox::channel.eq(Channel::Mail))
        .filter(outbox::kind.eq(Kind::AlreadyRegistered))
        .filter(outbox::subject_id.eq(user_id))
        .filter(outbox::status.ne(Status::Pending))
        .filter(outbox::created_at.lt(now - TimeDelta::hours(REMINDER_HOURS)));
    let again = diesel::update(old)
        .set((
            outbox::status.eq(Status::Pending),
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
        notify(OUTBOX, "", conn).await?;
    }
    Ok(())
}
