//! Reports on the outbox for the operator: what waits, what failed and why.

mod display;

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::models::attempt::Attempt;
use db::models::channel::Channel;
use db::models::outbox::{OutboxRow, Status};
use db::schema::{attempts, outbox};

/// The most messages of a kind that a report lists.
const LISTED: i64 = 20;

/// The content of the outbox.
#[derive(Debug)]
pub struct Report {
    now: DateTime<Utc>,
    /// Channel, status, number.
    counts: Vec<(Channel, Status, i64)>,
    /// The due message that has waited longest.
    oldest: Option<OutboxRow>,
    /// The time at which the next message is due, if none is due now.
    next_due: Option<DateTime<Utc>>,
    /// Messages that failed at least once and will be tried again, the next first.
    failing: Vec<OutboxRow>,
    /// Messages that were given up, the newest first.
    dead: Vec<OutboxRow>,
}

impl Report {
    pub async fn read(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Self> {
        let counts = outbox::table
            .group_by((outbox::channel, outbox::status))
            .select((outbox::channel, outbox::status, count_star()))
            .order((outbox::channel, outbox::status))
            .load(conn)
            .await?;
        let pending = outbox::table.filter(outbox::status.eq(Status::Pending));
        let oldest: Option<OutboxRow> = pending
            .order(outbox::due_at)
            .select(OutboxRow::as_select())
            .first(conn)
            .await
            .optional()?;
        let failing = pending
            .filter(outbox::reason.is_not_null())
            .order(outbox::due_at)
            .limit(LISTED)
            .select(OutboxRow::as_select())
            .load(conn)
            .await?;
        let dead = outbox::table
            .filter(outbox::status.eq(Status::Dead))
            .order(outbox::finished_at.desc())
            .limit(LISTED)
            .select(OutboxRow::as_select())
            .load(conn)
            .await?;
        let next_due = oldest.as_ref().map(|row| row.due_at);
        Ok(Self {
            now,
            counts,
            oldest: oldest.filter(|row| row.due_at <= now),
            next_due,
            failing,
            dead,
        })
    }
}

/// One message with every attempt to send it, oldest first.
#[derive(Debug)]
pub struct History {
    row: OutboxRow,
    attempts: Vec<Attempt>,
}

impl History {
    /// Reads a message with its attempts; returns `None` if there is no such message.
    pub async fn read(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        let row =
            outbox::table.find(id).select(OutboxRow::as_select()).first(conn).await.optional()?;
        let Some(row) = row else {
            return Ok(None);
        };
        let attempts = attempts::table
            .filter(attempts::outbox_id.eq(id))
            .order((attempts::started_at, attempts::id))
            .select(Attempt::as_select())
            .load(conn)
            .await?;
        Ok(Some(Self { row, attempts }))
    }
}
