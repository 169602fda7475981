use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::coverage_gap::CoverageGap;
use super::item::ItemKind;
use crate::Conn;
use crate::schema::gap_fills;

/// A row of `gap_fills`: a subreddit for which a period is still to be read.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = gap_fills, check_for_backend(diesel::pg::Pg))]
pub struct GapFill {
    /// The id, also of the gap that remains, if any.
    pub id: Uuid,
    /// Fills with the same batch are read together, and have come equally far.
    pub batch: Uuid,
    pub kind: ItemKind,
    /// In lower case.
    pub name: String,
    pub started_at: DateTime<Utc>,
    pub ended_at: DateTime<Utc>,
    pub reason: String,
    /// The item after which reading continues; `None` for the newest page.
    pub after: Option<String>,
    pub reached_at: DateTime<Utc>,
    pub items_read: i32,
    /// The number of failed attempts in a row.
    pub breaks: i32,
    pub try_at: DateTime<Utc>,
    pub give_up_at: DateTime<Utc>,
    pub fence: i64,
}

impl GapFill {
    /// Stores what is to be read. A subreddit with a pending fill is read again from the start for both
    /// periods: what lies between them is read once more.
    pub async fn plan(fills: &[Self], conn: &mut Conn) -> QueryResult<()> {
        diesel::sql_query(
            "INSERT INTO gap_fills (kind, name, started_at, ended_at, reason, after, reached_at,
                                    items_read, try_at, opened_at, give_up_at, id, batch)
             SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)
             ORDER BY 1, 2
             ON CONFLICT (kind, name) DO UPDATE SET
                 started_at = least(gap_fills.started_at, excluded.started_at),
                 ended_at = greatest(gap_fills.ended_at, excluded.ended_at),
                 reason = excluded.reason, after = excluded.after,
                 reached_at = excluded.reached_at, items_read = excluded.items_read,
                 breaks = 0, try_at = excluded.try_at, batch = excluded.batch,
                 fence = gap_fills.fence + 1",
        )
        .bind::<Array<Text>, _>(fills.iter().map(|f| f.kind).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(fills.iter().map(|f| &f.name).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(fills.iter().map(|f| f.started_at).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(fills.iter().map(|f| f.ended_at).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(fills.iter().map(|f| &f.reason).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(fills.iter().map(|f| &f.after).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(fills.iter().map(|f| f.reached_at).collect::<Vec<_>>())
        .bind::<Array<Integer>, _>(fills.iter().map(|f| f.items_read).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(fills.iter().map(|f| f.try_at).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(fills.iter().map(|f| f.give_up_at).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(fills.iter().map(|f| f.id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(fills.iter().map(|f| f.batch).collect::<Vec<_>>())
        .execute(conn)
        .await?;
        Ok(())
    }

    /// Claims the batch of the due fill that was opened first, for the time of `lease`: one batch is read
    /// to its end before the next is begun, as new items push the rest out of the listing. No fill waits
    /// for an hour: one that would was put off by a clock that has been set back, and is due.
    pub async fn claim_due(
        now: DateTime<Utc>,
        lease: TimeDelta,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        conn.transaction(async |conn| {
            // One claim at a time: concurrent ones would each lock part of a batch, and wait for the others.
            diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('harken.fill'))")
                .execute(conn)
                .await?;
            diesel::sql_query(
                "WITH due AS (
                     SELECT kind, name FROM gap_fills
                     WHERE batch = (
                             SELECT batch FROM gap_fills WHERE try_at <= $1 OR try_at > $3
                             ORDER BY opened_at, kind, name LIMIT 1)
                         AND (try_at <= $1 OR try_at > $3)
                     ORDER BY kind, name FOR UPDATE)
                 UPDATE gap_fills g SET try_at = $2, fence = fence + 1
                 FROM due WHERE g.kind = due.kind AND g.name = due.name
                 RETURNING g.*",
            )
            .bind::<Timestamptz, _>(now)
            .bind::<Timestamptz, _>(now + lease)
            .bind::<Timestamptz, _>(now + TimeDelta::hours(1))
            .load(conn)
            .await
        })
        .await
    }

    /// Stores the progress, unless somebody else has claimed the fill by now.
    pub async fn go_on(&self, conn: &mut Conn) -> QueryResult<()> {
        use gap_fills::dsl as g;
        let mine = g::gap_fills.find((self.kind, &self.name)).filter(g::fence.eq(self.fence));
        diesel::update(mine)
            .set((
                g::after.eq(&self.after),
                g::reached_at.eq(self.reached_at),
                g::items_read.eq(self.items_read),
                g::breaks.eq(self.breaks),
                g::try_at.eq(self.try_at),
                g::batch.eq(self.batch),
            ))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Returns the gap that remains if nothing more is read.
    pub fn gap(&self, reason: &str) -> CoverageGap {
        CoverageGap {
            id: self.id,
            listing: CoverageGap::listing_of(self.kind, &self.name),
            started_at: self.started_at,
            ended_at: self.reached_at.clamp(self.started_at, self.ended_at.max(self.started_at)),
            reason: reason.to_owned(),
        }
    }

    /// Ends the fill. Returns false if somebody else has claimed it by now.
    pub async fn end(&self, conn: &mut Conn) -> QueryResult<bool> {
        let mine =
            gap_fills::table.find((self.kind, &self.name)).filter(gap_fills::fence.eq(self.fence));
        Ok(diesel::delete(mine).execute(conn).await? == 1)
    }
}
