//! The actions of administrators on accounts.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use db::listen::{OUTBOX, notify};
use db::models::audit_entry::{Act, AuditEntry};
use db::models::outbox::{SUSPENDED_UNTIL, Status};
use db::models::session::Session;
use db::models::user::User;
use db::schema::{outbox, users};
use db::{Conn, allow_long_statements};
use domain::auth::accounts;

/// The reason why nothing was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such account.
    NoAccount,
    /// The account is the administrator's own.
    OwnAccount,
    /// The caller is no longer an administrator.
    NotAdministrator,
}

/// Suspends an account: its sessions end, nobody can sign in, its watches are no longer searched for, and its
/// messages wait. An account that is already suspended stays as it is.
///
/// # Errors
/// The database failed.
pub async fn suspend(
    actor: Uuid,
    id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Result<(), Refusal>> {
    conn.transaction(async move |conn| {
        let user = match hold(actor, id, conn).await? {
            Ok(user) => user,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if user.suspended_at.is_some() {
            return Ok(Ok(()));
        }
        // A trigger makes the matchers reload the account's watches.
        diesel::update(users::table.find(id))
            .set(users::suspended_at.eq(now))
            .execute(conn)
            .await?;
        Session::revoke_others(id, None, now, conn).await?;
        record(Act::AccountSuspended, actor, id, now, conn).await?;
        Ok(Ok(()))
    })
    .await
}

/// Ends a suspension: watches are searched for from now on, and waiting messages are sent.
///
/// # Errors
/// The database failed.
pub async fn unsuspend(
    actor: Uuid,
    id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Result<(), Refusal>> {
    conn.transaction(async move |conn| {
        let user = match hold(actor, id, conn).await? {
            Ok(user) => user,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if user.suspended_at.is_none() {
            return Ok(Ok(()));
        }
        diesel::update(users::table.find(id))
            .set(users::suspended_at.eq(None::<DateTime<Utc>>))
            .execute(conn)
            .await?;
        allow_long_statements(conn).await?;
        let waiting = outbox::table
            .filter(outbox::user_id.eq(id))
            .filter(outbox::status.eq(Status::Pending))
            .filter(outbox::due_at.eq(SUSPENDED_UNTIL));
        let due = diesel::update(waiting)
            .set((outbox::due_at.eq(now), outbox::attempts.eq(0)))
            .execute(conn)
            .await?;
        if due > 0 {
            notify(OUTBOX, "", conn).await?;
        }
        record(Act::AccountUnsuspended, actor, id, now, conn).await?;
        Ok(Ok(()))
    })
    .await
}

/// Deletes an account for good, as its user could.
///
/// # Errors
/// The database failed.
pub async fn delete(
    actor: Uuid,
    id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Result<(), Refusal>> {
    conn.transaction(async move |conn| {
        if let Err(refusal) = hold(actor, id, conn).await? {
            return Ok(Err(refusal));
        }
        accounts::delete(id, None, now, conn).await?;
        record(Act::AccountDeleted, actor, id, now, conn).await?;
        Ok(Ok(()))
    })
    .await
}

/// Locks the account `id`, and that of `actor`, until the transaction ends: of two administrators who suspend each
/// other one comes too late.
async fn hold(actor: Uuid, id: Uuid, conn: &mut Conn) -> QueryResult<Result<User, Refusal>> {
    if actor == id {
        return Ok(Err(Refusal::OwnAccount));
    }
    let (mut actors, mut others): (Vec<User>, Vec<User>) =
        User::lock(&[actor, id], conn).await?.into_iter().partition(|user| user.id == actor);
    let acting = actors.pop();
    if !acting.is_some_and(|user| user.is_administrator && user.suspended_at.is_none()) {
        return Ok(Err(Refusal::NotAdministrator));
    }
    Ok(others.pop().ok_or(Refusal::NoAccount))
}

async fn record(
    act: Act,
    actor: Uuid,
    about: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let entry = AuditEntry::new(act, now).by(Some(actor)).about(about);
    entry.write(conn).await
}
