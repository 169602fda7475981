use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::match_shards;
use crate::{Conn, Prepare};

/// A row of `match_shards`.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = match_shards, check_for_backend(diesel::pg::Pg))]
pub struct MatchShard {
    pub shard: i32,
    /// The number of shards.
    pub shards: i32,
    /// The position in the log up to which everything is stored.
    pub position: i64,
    /// When that log was created, in microseconds since 1970.
    pub log_made_at: i64,
    pub holder: Option<Uuid>,
    pub leased_until: Option<DateTime<Utc>>,
    pub fence: i64,
}

const COLUMNS: &str = "shard, shards, position, log_made_at, holder, leased_until, fence";

impl MatchShard {
    /// Takes a shard that nobody holds, until `until`; else one from a holder that has at least two more
    /// than `holder`.
    pub async fn claim(
        holder: Uuid,
        until: DateTime<Utc>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(format!(
            "WITH held AS (
                 SELECT holder, count(*) AS shards FROM match_shards
                 WHERE leased_until > $3 GROUP BY holder),
             free AS (
                 SELECT shard FROM match_shards WHERE leased_until IS NULL OR leased_until <= $3
                 ORDER BY shard LIMIT 1 FOR UPDATE SKIP LOCKED),
             of_others AS (
                 SELECT m.shard FROM match_shards m JOIN held ON held.holder = m.holder
                 WHERE held.shards >= 2 + coalesce((SELECT shards FROM held WHERE holder = $1), 0)
                     AND NOT EXISTS (SELECT FROM free)
                 ORDER BY held.shards DESC, m.shard LIMIT 1 FOR UPDATE OF m SKIP LOCKED)
             UPDATE match_shards SET holder = $1, leased_until = $2, leased_by = this_process(),
                 fence = fence + 1
             WHERE shard IN (SELECT shard FROM free UNION ALL SELECT shard FROM of_others)
             RETURNING {COLUMNS}"
        ))
        .bind::<SqlUuid, _>(holder)
        .bind::<Timestamptz, _>(until)
        .bind::<Timestamptz, _>(now)
        .prepared()
        .get_result(conn)
        .await
        .optional()
    }

    /// Extends the lease. Returns whether the shard is still held: not if another process has taken it.
    pub async fn keep(&self, until: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let mine = match_shards::table.find(self.shard).filter(match_shards::fence.eq(self.fence));
        let kept =
            diesel::update(mine).set(match_shards::leased_until.eq(until)).execute(conn).await?;
        Ok(kept > 0)
    }

    /// Stores the position and extends the lease. Returns whether the shard is still held.
    pub async fn move_on(
        &self,
        position: i64,
        until: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let moved = diesel::sql_query(
            "UPDATE match_shards SET position = $3, log_made_at = $4, leased_until = $5
             WHERE shard = $1 AND fence = $2",
        )
        .bind::<diesel::sql_types::Integer, _>(self.shard)
        .bind::<BigInt, _>(self.fence)
        .bind::<BigInt, _>(position)
        .bind::<BigInt, _>(self.log_made_at)
        .bind::<Timestamptz, _>(until)
        .prepared()
        .execute(conn)
        .await?;
        Ok(moved > 0)
    }

    /// Releases the shard for others to take at once.
    pub async fn release(&self, conn: &mut Conn) -> QueryResult<()> {
        let mine = match_shards::table.find(self.shard).filter(match_shards::fence.eq(self.fence));
        diesel::update(mine)
            .set((
                match_shards::holder.eq(None::<Uuid>),
                match_shards::leased_until.eq(None::<DateTime<Utc>>),
            ))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Lists all shards, in their order.
    pub async fn all(conn: &mut Conn) -> QueryResult<Vec<Self>> {
        match_shards::table.order(match_shards::shard).select(Self::as_select()).load(conn).await
    }

    /// Counts the shards that nobody holds.
    pub async fn count_free(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<i64> {
        let held = match_shards::leased_until.gt(now).assume_not_null();
        match_shards::table
            .filter(match_shards::leased_until.is_null().or(diesel::dsl::not(held)))
            .count()
            .get_result(conn)
            .await
    }

    /// Divides the users into `count` shards, whose holders begin where the last of the present ones is:
    /// what the others have stored already is found there. Present holders can write nothing any more.
    pub async fn divide(count: i32, conn: &mut Conn) -> QueryResult<()> {
        conn.transaction(async |conn| {
            let present: Vec<Self> = match_shards::table
                .order(match_shards::shard)
                .for_update()
                .select(Self::as_select())
                .load(conn)
                .await?;
            let present = present.iter();
            let log_made_at = present.clone().map(|shard| shard.log_made_at).max();
            let log_made_at = log_made_at.unwrap_or_default();
            // A shard of another log has no position in this one.
            let come_to = |shard: &Self| match shard.log_made_at == log_made_at {
                true => shard.position,
                false => 0,
            };
            let position = present.clone().map(come_to).min().unwrap_or_default();
            let fence = present.map(|shard| shard.fence).max().unwrap_or_default() + 1;
            diesel::delete(match_shards::table).execute(conn).await?;
            let shards: Vec<Self> = (0..count)
                .map(|shard| Self {
                    shard,
                    shards: count,
                    position,
                    log_made_at,
                    holder: None,
                    leased_until: None,
                    fence,
                })
                .collect();
            diesel::insert_into(match_shards::table).values(shards).execute(conn).await?;
            Ok(())
        })
        .await
    }
}
