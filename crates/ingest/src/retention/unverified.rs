//! Deletes accounts whose address nobody has proved: it may be a stranger's, and the account takes one of the places
//! that `limits.accounts` allows.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use db::Conn;
use domain::auth::accounts;

/// The time that an account has for the proof of its address.
const KEPT: TimeDelta = TimeDelta::days(7);
/// Accounts that are deleted in one transaction.
const STEP: usize = 50;

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Deletes the accounts that are out of date at `now`, and returns how many.
///
/// # Errors
/// The database failed; what was deleted until then stays deleted.
pub(super) async fn delete_unverified(
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<usize> {
    let mut deleted = 0;
    loop {
        let step = conn.transaction(async |conn| delete_step(now, conn).await).await?;
        deleted += step;
        if step < STEP {
            return Ok(deleted);
        }
    }
}

/// An account stays while a link works that proves its address, or one is requested: its owner may have registered
/// again on the last day. A suspended one stays as well: its address would be free to register again.
async fn delete_step(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    let outdated: Vec<Id> = diesel::sql_query(
        "SELECT id FROM users
         WHERE email_verified_at IS NULL AND suspended_at IS NULL AND created_at < $1
             AND NOT EXISTS (
                 SELECT FROM email_tokens WHERE user_id = users.id AND expires_at > $2)
             AND NOT EXISTS (
                 SELECT FROM mail_requests WHERE lower(mail_requests.email) = lower(users.email))
         LIMIT $3 FOR UPDATE SKIP LOCKED",
    )
    .bind::<Timestamptz, _>(now - KEPT)
    .bind::<Timestamptz, _>(now)
    .bind::<BigInt, _>(STEP as i64)
    .load(conn)
    .await?;
    for Id { id } in &outdated {
        accounts::delete(*id, None, now, conn).await?;
    }
    Ok(outdated.len())
}
