use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::schema::processes;
use crate::{Conn, Prepare};

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

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
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

    /// Lists the processes that have no connection to the database: they are gone, or lose what they hold as if they
    /// were. So are those of a version that does not name its connections, whose leases name nobody.
    pub async fn without_connection(conn: &mut Conn) -> QueryResult<Vec<Uuid>> {
        let gone: Vec<Id> = diesel::sql_query(
            "SELECT id FROM processes p WHERE NOT EXISTS (
                 SELECT FROM pg_stat_activity a WHERE a.application_name = 'harken ' || p.id)",
        )
        .prepared()
        .load(conn)
        .await?;
        Ok(gone.into_iter().map(|row| row.id).collect())
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
