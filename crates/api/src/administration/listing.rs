//! Accounts as administrators see them: their properties and usage, never what they search for. A page of a million
//! accounts is read from an index.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::models::subscription::Plan;

/// The days back to which matches are counted.
pub const USAGE_DAYS: i64 = 30;

/// One account.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Account {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = Text)]
    pub email: String,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub is_email_verified: bool,
    #[diesel(sql_type = Bool)]
    pub is_administrator: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub suspended_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Text)]
    pub plan: Plan,
    /// The number of active keywords.
    #[diesel(sql_type = BigInt)]
    pub keywords: i64,
    /// The last use of one of the account's sessions, among those that are still stored.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub last_seen_at: Option<DateTime<Utc>>,
}

/// The usage of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub struct Usage {
    /// Matches within the last [`USAGE_DAYS`] days, as far as they are counted.
    #[diesel(sql_type = BigInt)]
    pub matches: i64,
    /// Messages that are still to be sent.
    #[diesel(sql_type = BigInt)]
    pub waiting: i64,
    /// Messages that were given up.
    #[diesel(sql_type = BigInt)]
    pub failed: i64,
}

const COLUMNS: &str =
    "u.id, u.email, u.created_at, u.email_verified_at IS NOT NULL AS is_email_verified,
    u.is_administrator, u.suspended_at, u.plan,
    (SELECT count(*) FROM watches w WHERE w.user_id = u.id AND w.is_active) AS keywords,
    (SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at";

/// Lists at most `limit` accounts, the newest first, that were created before the account `before`. Ids are in the
/// order of time.
///
/// # Errors
/// The database failed.
pub async fn newest(
    before: Option<Uuid>,
    limit: i64,
    conn: &mut Conn,
) -> QueryResult<Vec<Account>> {
    diesel::sql_query(format!(
        "SELECT {COLUMNS} FROM (SELECT * FROM users WHERE id < $1 ORDER BY id DESC LIMIT $2) AS u
         ORDER BY u.id DESC"
    ))
    .bind::<SqlUuid, _>(before.unwrap_or(Uuid::max()))
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

/// Lists at most `limit` accounts whose address begins with `beginning`, in any case, in the order of their addresses,
/// that come after the address `after`.
///
/// # Errors
/// The database failed.
pub async fn by_email(
    beginning: &str,
    after: &str,
    limit: i64,
    conn: &mut Conn,
) -> QueryResult<Vec<Account>> {
    // No address with this beginning comes after the last code point.
    diesel::sql_query(format!(
        "SELECT {COLUMNS} FROM (
             SELECT * FROM users
             WHERE lower(email) COLLATE \"C\" >= lower($1) AND lower(email) COLLATE \"C\" < lower($1) || $2
                AND lower(email) COLLATE \"C\" > lower($3)
             ORDER BY lower(email) COLLATE \"C\" LIMIT $4
         ) AS u ORDER BY lower(u.email) COLLATE \"C\""
    ))
    .bind::<Text, _>(beginning)
    .bind::<Text, _>(char::MAX.to_string())
    .bind::<Text, _>(after)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

/// Finds one account.
///
/// # Errors
/// The database failed.
pub async fn find(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Account>> {
    diesel::sql_query(format!("SELECT {COLUMNS} FROM users u WHERE u.id = $1"))
        .bind::<SqlUuid, _>(id)
        .get_result(conn)
        .await
        .optional()
}

/// Adds up what an account used until `now`.
///
/// # Errors
/// The database failed.
pub async fn usage(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Usage> {
    let since: NaiveDate = (now - TimeDelta::days(USAGE_DAYS)).date_naive();
    diesel::sql_query(
        "SELECT (SELECT coalesce(sum(n), 0)::bigint FROM match_hours, unnest(matches::int[]) AS n
                 WHERE user_id = $1 AND day > $2) AS matches,
                (SELECT count(*) FROM outbox WHERE user_id = $1 AND status = 'pending') AS waiting,
                (SELECT count(*) FROM outbox WHERE user_id = $1 AND status = 'dead') AS failed",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<Date, _>(since)
    .get_result(conn)
    .await
}
