//! The outbox for the person who runs Harken: what waits, what failed and why, and another try.

use std::fmt;

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::models::outbox::OutboxRow;
use crate::db::schema::outbox;

/// How many troubled messages a report lists.
const LISTED: i64 = 20;

/// Counts by status, and the newest messages that are dead or failed at least once.
#[derive(Debug)]
pub struct Report {
    pub counts: Vec<(String, i64)>,
    pub troubled: Vec<OutboxRow>,
}

impl Report {
    pub async fn read(conn: &mut Conn) -> QueryResult<Self> {
        let counts = outbox::table
            .group_by(outbox::status)
            .select((outbox::status, count_star()))
            .order(outbox::status)
            .load(conn)
            .await?;
        let troubled = outbox::table
            .filter(outbox::status.eq_any(["dead", "pending"]))
            .filter(outbox::reason.is_not_null())
            .order((outbox::status, outbox::created_at.desc()))
            .limit(LISTED)
            .select(OutboxRow::as_select())
            .load(conn)
            .await?;
        Ok(Self { counts, troubled })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.counts.is_empty() {
            return f.write_str("The outbox is empty.");
        }
        for (status, count) in &self.counts {
            writeln!(f, "{count:>8}  {status}")?;
        }
        for row in &self.troubled {
            let due = match row.status.as_str() {
                "pending" => format!(", next at {}", row.due_at.format("%F %T UTC")),
                _ => String::new(),
            };
            write!(
                f,
                "\n{}  {} {}, {} attempt(s){due}\n    {}",
                row.id,
                row.status,
                row.kind,
                row.attempts,
                row.reason.as_deref().unwrap_or_default()
            )?;
        }
        Ok(())
    }
}

/// Makes a dead message due again with all its attempts, and tells whether there was one.
pub async fn revive(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
    let revived = diesel::update(outbox::table.find(id))
        .filter(outbox::status.eq("dead"))
        .set((
            outbox::status.eq("pending"),
            outbox::attempts.eq(0),
            outbox::due_at.eq(now),
            outbox::finished_at.eq(None::<DateTime<Utc>>),
        ))
        .execute(conn)
        .await?;
    if revived > 0 {
        diesel::sql_query("SELECT pg_notify('outbox', '')")
            .execute(conn)
            .await?;
    }
    Ok(revived > 0)
}
