//! Taking messages to work on. A claim is a lease: it holds until `leased_until`, and then anybody
//! may take the message again.

use chrono::{DateTime, Duration, Utc};
use diesel::sql_types::{BigInt, Nullable, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::models::outbox::OutboxRow;

/// Claims at most `limit` messages that are due, oldest first, until `now + lease`. Each claim
/// counts as an attempt and raises the row's fence. Commits at once when `conn` is in no
/// transaction, and it should be in none: what is claimed is sent afterwards.
pub async fn claim(
    limit: i64,
    lease: Duration,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<OutboxRow>> {
    diesel::sql_query(
        "UPDATE outbox SET leased_until = $2, fence = fence + 1, attempts = attempts + 1 \
         WHERE id IN ( \
            SELECT id FROM outbox \
            WHERE status = 'pending' AND due_at <= $1 \
                AND (leased_until IS NULL OR leased_until <= $1) \
            ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED \
         ) RETURNING *",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + lease)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

/// Claims the message `id`, which the caller has stored in the same transaction, until `now + lease`.
pub async fn claim_one(
    id: Uuid,
    lease: Duration,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<OutboxRow> {
    diesel::sql_query(
        "UPDATE outbox SET leased_until = $2, fence = fence + 1, attempts = attempts + 1 \
         WHERE id = $1 RETURNING *",
    )
    .bind::<diesel::sql_types::Uuid, _>(id)
    .bind::<Timestamptz, _>(now + lease)
    .get_result(conn)
    .await
}

#[derive(QueryableByName)]
struct NextDue {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

/// When the next message is due, or its lease ends, if there is one.
pub async fn next_due(conn: &mut Conn) -> QueryResult<Option<DateTime<Utc>>> {
    let next: NextDue = diesel::sql_query(
        "SELECT min(greatest(due_at, leased_until)) AS at FROM outbox WHERE status = 'pending'",
    )
    .get_result(conn)
    .await?;
    Ok(next.at)
}
