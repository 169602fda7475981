//! Writes the row and its attempt in one statement. While the outcome of an email is not stored,
//! the next one waits (`mail.unconfirmed`), so each round trip to the database counts.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;

use db::models::attempt::Attempt;
use db::models::outbox::Status;
use db::{Conn, Prepare};

/// The new state of a message after `attempt`, if no other process has claimed it since.
pub(super) struct Ending {
    /// The fence of the claim in hand.
    pub fence: i64,
    pub status: Status,
    pub reason: Option<String>,
    pub due_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub attempt: Attempt,
}

impl Ending {
    /// Writes the ending. Returns false, and changes nothing, if the claim no longer holds.
    pub(super) async fn write(&self, conn: &mut Conn) -> QueryResult<bool> {
        let attempt = &self.attempt;
        let written = diesel::sql_query(
            "WITH ended AS (
                 UPDATE outbox SET leased_until = NULL, unanswered = 0, status = $1, reason = $2,
                                   due_at = $3, finished_at = $4
                 WHERE status = 'pending' AND id = $5 AND fence = $6 RETURNING id)
             INSERT INTO attempts (outbox_id, id, number, started_at, finished_at, outcome, detail,
                                   status_code)
             SELECT ended.id, $7, $8, $9, $10, $11, $12, $13 FROM ended",
        )
        .bind::<Text, _>(self.status)
        .bind::<Nullable<Text>, _>(&self.reason)
        .bind::<Timestamptz, _>(self.due_at)
        .bind::<Nullable<Timestamptz>, _>(self.finished_at)
        .bind::<SqlUuid, _>(attempt.outbox_id)
        .bind::<BigInt, _>(self.fence)
        .bind::<SqlUuid, _>(attempt.id)
        .bind::<Integer, _>(attempt.number)
        .bind::<Timestamptz, _>(attempt.started_at)
        .bind::<Timestamptz, _>(attempt.finished_at)
        .bind::<Text, _>(attempt.outcome)
        .bind::<Text, _>(&attempt.detail)
        .bind::<Nullable<Integer>, _>(attempt.status_code)
        .prepared()
        .execute(conn)
        .await?;
        Ok(written > 0)
    }
}
