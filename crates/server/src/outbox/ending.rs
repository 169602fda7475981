//! The row and its attempt, written in one statement. While the outcome of a mail is not stored,
//! the next one waits (`mail.unconfirmed`), so each way to the database and back counts.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;

use crate::db::Conn;
use crate::db::models::attempt::Attempt;
use crate::db::models::outbox::Status;

/// What becomes of a message after `attempt`, if nobody has claimed it since.
pub(super) struct Ending {
    /// Of the claim in hand.
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
        Ok(self.execute(conn).await? > 0)
    }
}

/// Always the same text, so that it is prepared once a connection.
impl QueryId for Ending {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl QueryFragment<Pg> for Ending {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let attempt = &self.attempt;
        out.push_sql(
            "WITH ended AS (UPDATE outbox SET leased_until = NULL, unanswered = 0, status = ",
        );
        out.push_bind_param::<Text, _>(&self.status)?;
        out.push_sql(", reason = ");
        out.push_bind_param::<Nullable<Text>, _>(&self.reason)?;
        out.push_sql(", due_at = ");
        out.push_bind_param::<Timestamptz, _>(&self.due_at)?;
        out.push_sql(", finished_at = ");
        out.push_bind_param::<Nullable<Timestamptz>, _>(&self.finished_at)?;
        out.push_sql(" WHERE status = 'pending' AND id = ");
        out.push_bind_param::<SqlUuid, _>(&attempt.outbox_id)?;
        out.push_sql(" AND fence = ");
        out.push_bind_param::<BigInt, _>(&self.fence)?;
        out.push_sql(
            " RETURNING id) INSERT INTO attempts (outbox_id, id, number, started_at, finished_at, \
             outcome, detail, status_code) SELECT ended.id, ",
        );
        out.push_bind_param::<SqlUuid, _>(&attempt.id)?;
        out.push_sql(", ");
        out.push_bind_param::<Integer, _>(&attempt.number)?;
        out.push_sql(", ");
        out.push_bind_param::<Timestamptz, _>(&attempt.started_at)?;
        out.push_sql(", ");
        out.push_bind_param::<Timestamptz, _>(&attempt.finished_at)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(&attempt.outcome)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(&attempt.detail)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Integer>, _>(&attempt.status_code)?;
        out.push_sql(" FROM ended");
        Ok(())
    }
}
