//! Changes who is an administrator. Only the command line does so: whoever can use it can do anything else
//! to the database as well.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use db::Conn;
use db::models::audit_entry::{Act, AuditEntry};
use db::models::user::User;
use db::schema::users;

/// The result of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleChange {
    Done,
    /// Nothing changed: the account was in this state before.
    Unchanged,
    /// The address is not verified: whoever registered it may not be its owner.
    Unverified,
    /// Nobody else could administer the server.
    LastAdministrator,
    /// The account no longer exists.
    Gone,
}

/// Makes an account an administrator.
///
/// # Errors
/// The database failed.
pub async fn promote(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<RoleChange> {
    conn.transaction(async move |conn| {
        let Some(user) = User::lock(&[id], conn).await?.pop() else {
            return Ok(RoleChange::Gone);
        };
        if user.is_administrator {
            return Ok(RoleChange::Unchanged);
        }
        if user.email_verified_at.is_none() {
            return Ok(RoleChange::Unverified);
        }
        set(id, true, conn).await?;
        let entry = AuditEntry::new(Act::AdministratorPromoted, now).about(id);
        entry.write(conn).await?;
        Ok(RoleChange::Done)
    })
    .await
}

/// Makes an administrator an ordinary account, unless no other one can act.
///
/// # Errors
/// The database failed.
pub async fn demote(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<RoleChange> {
    conn.transaction(async move |conn| {
        let has_other = User::has_other_administrator(id, conn).await?;
        if !User::is_administrator(id, conn).await? {
            return Ok(RoleChange::Unchanged);
        }
        if !has_other {
            return Ok(RoleChange::LastAdministrator);
        }
        set(id, false, conn).await?;
        let entry = AuditEntry::new(Act::AdministratorDemoted, now).about(id);
        entry.write(conn).await?;
        Ok(RoleChange::Done)
    })
    .await
}

async fn set(id: Uuid, is_administrator: bool, conn: &mut Conn) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::is_administrator.eq(is_administrator))
        .execute(conn)
        .await?;
    Ok(())
}
