//! How accounts come to be.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::verification;
use crate::app::App;
use crate::db::Conn;
use crate::db::models::outbox::{Kind, NewMessage};
use crate::db::models::user::User;
use crate::db::schema::{outbox, users};
use crate::error::ApiResult;
use crate::plans::Plan;

/// The owner of an address hears at most once in this time that somebody tried to register it.
const REMINDER_HOURS: i64 = 1;

/// What a new account is made from. The parts were checked before.
#[derive(Debug, Clone)]
pub struct NewAccount {
    pub email: String,
    pub password: String,
    pub first_name: String,
    pub last_name: String,
    /// An IANA name.
    pub time_zone: String,
}

/// Registers, or tells the owner of a known address by mail. The caller learns neither which of the
/// two it was nor, from the time it took, can guess it: the password is hashed either way.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn register(app: &App, account: NewAccount) -> ApiResult<()> {
    let user = new_user(app, account).await?;
    let mut conn = app.conn().await?;
    conn.transaction::<_, diesel::result::Error, _>(async move |conn| {
        if insert(&user, conn).await? {
            return verification::send_link(app, &user, conn).await;
        }
        match User::find_by_email(&user.email, conn).await? {
            Some(known) if known.email_verified_at.is_some() => {
                remind(known.id, app.clock.now(), conn).await
            }
            // The name and password of the first registration stay: this one may be a stranger's.
            Some(known) => verification::send_link(app, &known, conn).await,
            // Deleted between the two looks; whoever wants the address can register again.
            None => Ok(()),
        }
    })
    .await?;
    Ok(())
}

/// Makes an account that can sign in at once, for the demo and for the command line. `None` if the
/// address has an account.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn create_verified_user(
    app: &App,
    account: NewAccount,
    plan: Plan,
) -> ApiResult<Option<User>> {
    let mut user = new_user(app, account).await?;
    user.email_verified_at = Some(user.created_at);
    user.plan = plan.as_str().to_owned();
    let mut conn = app.conn().await?;
    Ok(insert(&user, &mut conn).await?.then_some(user))
}

async fn new_user(app: &App, account: NewAccount) -> ApiResult<User> {
    let password_hash = app.passwords.hash(account.password).await?;
    let now = app.clock.now();
    Ok(User {
        id: Uuid::now_v7(),
        email: account.email,
        password_hash,
        first_name: account.first_name,
        last_name: account.last_name,
        email_verified_at: None,
        plan: Plan::Free.as_str().to_owned(),
        subscription_status: "active".to_owned(),
        email_notifications: true,
        email_frequency: "realtime".to_owned(),
        theme: "system".to_owned(),
        time_zone: account.time_zone,
        created_at: now,
        updated_at: now,
    })
}

/// Whether the user was stored; not if the address, in any case, has an account.
async fn insert(user: &User, conn: &mut Conn) -> QueryResult<bool> {
    let stored = diesel::insert_into(users::table)
        .values(user)
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(stored == 1)
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
        diesel::sql_query("SELECT pg_notify('outbox', '')")
            .execute(conn)
            .await?;
    }
    Ok(())
}
