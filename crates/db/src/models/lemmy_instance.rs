use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::Conn;
use crate::schema::lemmy_instances;

/// A row of `lemmy_instances`: the polling state of an instance.
#[derive(Debug, Clone, Queryable, Selectable, QueryableByName)]
#[diesel(table_name = lemmy_instances, check_for_backend(diesel::pg::Pg))]
pub struct LemmyInstance {
    /// The base of the instance's addresses.
    pub address: String,
    pub next_poll_at: DateTime<Utc>,
    pub leased_until: Option<DateTime<Utc>>,
    pub fence: i64,
    pub polled_at: Option<DateTime<Utc>>,
    pub failures: i32,
    pub last_error: Option<String>,
}

impl LemmyInstance {
    /// Creates the rows of the instances that were never read.
    pub async fn begin(
        addresses: &[&str],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        let rows: Vec<_> = addresses
            .iter()
            .map(|address| {
                (lemmy_instances::address.eq(*address), lemmy_instances::next_poll_at.eq(now))
            })
            .collect();
        diesel::insert_into(lemmy_instances::table)
            .values(&rows)
            .on_conflict_do_nothing()
            .execute(conn)
            .await
    }

    /// Finds the row of an instance; `None` before it was read for the first time.
    pub async fn find(address: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        lemmy_instances::table.find(address).select(Self::as_select()).first(conn).await.optional()
    }

    /// Claims the longest-due one of these instances, for the time of `lease`. Its next poll is scheduled
    /// at once, so that a poll that never ends is simply late.
    pub async fn claim(
        addresses: &[&str],
        now: DateTime<Utc>,
        lease: TimeDelta,
        interval: TimeDelta,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "UPDATE lemmy_instances
             SET leased_until = $2, leased_by = this_process(), next_poll_at = $3,
                 fence = fence + 1
             WHERE address = (
                 SELECT address FROM lemmy_instances
                 WHERE address = ANY ($4)
                     -- What is scheduled later than ever was so by a clock that has been set back.
                     AND (next_poll_at <= $1 OR next_poll_at > $1 + interval '1 hour')
                     AND (leased_until IS NULL OR leased_until <= $1
                          OR leased_until > $1 + interval '1 hour')
                 ORDER BY next_poll_at, address LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .bind::<Timestamptz, _>(now + interval)
        .bind::<Array<Text>, _>(addresses)
        .get_result(conn)
        .await
        .optional()
    }

    /// Returns when to look whether one of these can be claimed; `None` before they were read for the first time. While
    /// one is leased, that is at once, as for a [`Sequence`](super::sequence::Sequence).
    pub async fn next_due(
        addresses: &[&str],
        conn: &mut Conn,
    ) -> QueryResult<Option<DateTime<Utc>>> {
        let rows: Vec<Self> = lemmy_instances::table
            .filter(lemmy_instances::address.eq_any(addresses))
            .select(Self::as_select())
            .load(conn)
            .await?;
        let due = rows.iter().map(|row| match row.leased_until {
            Some(_) => DateTime::UNIX_EPOCH,
            None => row.next_poll_at,
        });
        Ok(due.min())
    }

    /// Ends a poll. Returns false if another process holds the instance by now: then nothing is stored.
    pub async fn write(
        &self,
        polled_at: Option<DateTime<Utc>>,
        next_poll_at: DateTime<Utc>,
        error: Option<&str>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        use lemmy_instances::dsl as l;
        let mine = l::lemmy_instances.find(&self.address).filter(l::fence.eq(self.fence));
        let failures = match error {
            Some(_) => self.failures.saturating_add(1),
            None => 0,
        };
        let written = diesel::update(mine)
            .set((
                l::next_poll_at.eq(next_poll_at),
                l::leased_until.eq(None::<DateTime<Utc>>),
                l::polled_at.eq(polled_at.or(self.polled_at)),
                l::failures.eq(failures),
                l::last_error.eq(error),
            ))
            .execute(conn)
            .await?;
        Ok(written > 0)
    }
}
