use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::{Value, json};
use uuid::Uuid;

use super::watch::Watch;
use crate::schema::{near_misses, users, watches};
use crate::{Conn, Prepare};

/// The time between two looks at a watch, during which the findings are shown.
pub const EVERY: TimeDelta = TimeDelta::days(7);
/// The number of a user's watches, the newest active ones, that are examined and whose near misses are shown.
pub const MAX_OF_USER: i64 = 50;
/// The number of watches listed at once for their first look.
const BATCH: i64 = 1_000;

/// A watch whose turn it is. The findings are stored only while `looked_at` is still the claim's: a
/// changed rule resets it, and a later claim replaces it.
#[derive(Debug, Clone, QueryableByName)]
pub struct Claimed {
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub looked_at: DateTime<Utc>,
}

/// The findings of a watch's last look.
#[derive(Debug)]
pub struct Found {
    pub watch: Watch,
    pub looked_at: DateTime<Utc>,
    /// The number of hours that were searched.
    pub hours: i32,
    pub found: Value,
}

/// Lists watches whose rule has been the same since `since` for their first look, and returns how many
/// were new.
///
/// # Errors
/// The database failed.
pub async fn list_new(since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    // Watches that are being changed come later, without waiting. In order, so that of two processes one waits.
    diesel::sql_query(
        "INSERT INTO near_misses (watch_id, user_id)
         SELECT w.id, w.user_id FROM watches w
         WHERE w.is_active AND w.paused_at IS NULL AND w.rule_changed_at <= $1
             AND NOT EXISTS (SELECT FROM near_misses n WHERE n.watch_id = w.id)
         ORDER BY w.id LIMIT $2 FOR KEY SHARE OF w SKIP LOCKED
         ON CONFLICT DO NOTHING",
    )
    .bind::<Timestamptz, _>(since)
    .bind::<BigInt, _>(BATCH)
    .prepared()
    .execute(conn)
    .await
}

/// Claims the watch whose last look was longest ago, if one is due, and drops the findings of that look. The
/// watch is due again after `lease`, unless [`Claimed::note`] ends the look.
///
/// # Errors
/// The database failed.
pub async fn claim(
    now: DateTime<Utc>,
    lease: TimeDelta,
    conn: &mut Conn,
) -> QueryResult<Option<Claimed>> {
    diesel::sql_query(
        "UPDATE near_misses SET looked_at = $1, hours = 0, found = '[]', dismissed_at = NULL
         WHERE watch_id = (
             SELECT watch_id FROM near_misses WHERE looked_at <= $2
             ORDER BY looked_at, watch_id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING watch_id, looked_at",
    )
    .bind::<Timestamptz, _>(now - EVERY + lease)
    .bind::<Timestamptz, _>(now - EVERY)
    .prepared()
    .get_result(conn)
    .await
    .optional()
}

impl Claimed {
    /// Returns the watch, unless it is off, paused, not among its user's newest, or a suspended user's.
    pub async fn watch(&self, conn: &mut Conn) -> QueryResult<Option<Watch>> {
        let users = users::table
            .filter(users::id.eq(watches::user_id))
            .filter(users::suspended_at.is_null());
        let watch = active()
            .filter(watches::id.eq(self.watch_id))
            .filter(exists(users))
            .select(Watch::as_select())
            .first(conn)
            .await
            .optional()?;
        let Some(watch) = watch else {
            return Ok(None);
        };
        let newest: Vec<Uuid> = active()
            .filter(watches::user_id.eq(watch.user_id))
            .order((watches::created_at.desc(), watches::id.desc()))
            .limit(MAX_OF_USER)
            .select(watches::id)
            .load(conn)
            .await?;
        Ok(newest.contains(&watch.id).then_some(watch))
    }

    /// Ends the look and stores its findings, unless the rule was changed meanwhile. The next look is due a
    /// week after `now`.
    pub async fn note(
        &self,
        found: Value,
        hours: i32,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        diesel::update(near_misses::table.find(self.watch_id))
            .filter(near_misses::looked_at.eq(self.looked_at))
            .set((
                near_misses::looked_at.eq(now),
                near_misses::found.eq(found),
                near_misses::hours.eq(hours),
            ))
            .execute(conn)
            .await?;
        Ok(())
    }
}

impl Found {
    /// Loads the findings to show to a user, those of the newest watches first.
    pub async fn of_user(
        user_id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        let rows = active()
            .inner_join(near_misses::table.on(near_misses::watch_id.eq(watches::id)))
            .filter(near_misses::user_id.eq(user_id))
            .filter(near_misses::found.ne(json!([])))
            .filter(near_misses::looked_at.gt(now - EVERY))
            .filter(near_misses::dismissed_at.is_null())
            .order((watches::created_at.desc(), watches::id.desc()))
            .limit(MAX_OF_USER)
            .select((
                Watch::as_select(),
                near_misses::looked_at,
                near_misses::hours,
                near_misses::found,
            ))
            .load::<(Watch, DateTime<Utc>, i32, Value)>(conn)
            .await?;
        let found = rows.into_iter().map(|(watch, looked_at, hours, found)| Self {
            watch,
            looked_at,
            hours,
            found,
        });
        Ok(found.collect())
    }
}

/// Hides the findings of a watch until the next look.
///
/// # Errors
/// The database failed.
pub async fn dismiss(watch_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    diesel::update(near_misses::table.find(watch_id))
        .set(near_misses::dismissed_at.eq(now))
        .execute(conn)
        .await?;
    Ok(())
}

#[diesel::dsl::auto_type]
fn active() -> _ {
    watches::table.filter(watches::is_active).filter(watches::paused_at.is_null())
}
