use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::schema::processes;

/// The most processes that are listed. An instance has a handful.
const MAX_LISTED: i64 = 100;

/// A row of `processes`: a process that runs, or did until recently.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = processes, check_for_backend(diesel::pg::Pg))]
pub struct Process {
    pub id: Uuid,
    pub version: String,
    pub serves_api: bool,
    pub ingests: bool,
    pub delivers: bool,
    pub matches: bool,
    pub started_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
}

impl Process {
    /// Stores that the process runs at `now`.
    pub async fn note(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(processes::table)
            .values(Self { seen_at: now, ..self.clone() })
            .on_conflict(processes::id)
            .do_update()
            .set(processes::seen_at.eq(now))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Removes the process, which is stopping.
    pub async fn end(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::delete(processes::table.find(self.id)).execute(conn).await?;
        Ok(())
    }

    /// Lists the processes that were seen after `since`, oldest first.
    pub async fn seen_since(since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        processes::table
            .filter(processes::seen_at.gt(since))
            .order((processes::started_at, processes::id))
            .limit(MAX_LISTED)
            .select(Self::as_select())
            .load(conn)
            .await
    }
}
