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

/// A watch is looked at again after so long, and until then what was found is shown.
pub const EVERY: TimeDelta = TimeDelta::days(7);
/// Of one user so many watches are looked at, the newest active ones, and those of so many are shown.
pub const MAX_OF_USER: i64 = 50;
/// So many watches are listed for their first look at once.
const BATCH: i64 = 1_000;

/// A watch whose turn it is. Whoever looks writes down what was found under the same `looked_at`: it is no other's
/// once the rule was changed.
#[derive(Debug, Clone, QueryableByName)]
pub struct Claimed {
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub looked_at: DateTime<Utc>,
}

/// What was found at a watch's last look.
#[derive(Debug)]
pub struct Found {
    pub watch: Watch,
    pub looked_at: DateTime<Utc>,
    /// Over how many hours.
    pub hours: i32,
    pub found: Value,
}

/// Lists watches for their first look whose rule has been the same since `since`, and returns how many were new.
///
/// # Errors
/// The database failed.
pub async fn list_new(since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    // Those that are being changed come later: nobody is waited for. In order, so that of two processes one waits.
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

/// Takes the watch whose last look was longest ago, if one is due. What was found then is dropped.
///
/// # Errors
/// The database failed.
pub async fn claim(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<Claimed>> {
    diesel::sql_query(
        "UPDATE near_misses SET looked_at = $1, hours = 0, found = '[]', dismissed_at = NULL
         WHERE watch_id = (
             SELECT watch_id FROM near_misses WHERE looked_at <= $2
             ORDER BY looked_at, watch_id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING watch_id, looked_at",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now - EVERY)
    .prepared()
    .get_result(conn)
    .await
    .optional()
}

impl Claimed {
    /// Returns the watch, unless it is off, paused, none of its user's newest or a suspended user's.
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

    /// Writes down what was found, unless the rule was changed meanwhile.
    pub async fn note(&self, found: Value, hours: i32, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(near_misses::table.find(self.watch_id))
            .filter(near_misses::looked_at.eq(self.looked_at))
            .set((near_misses::found.eq(found), near_misses::hours.eq(hours)))
            .execute(conn)
            .await?;
        Ok(())
    }
}

impl Found {
    /// Loads what is to be shown to a user, that of the newest watches first.
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
        let found = rows
            .into_iter()
            .map(|(watch, looked_at, hours, found)| Self {
                watch,
                looked_at,
                hours,
                found,
            });
        Ok(found.collect())
    }
}

/// Shows what was found at a watch no longer, until the next look.
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
    watches::table
        .filter(watches::is_active)
        .filter(watches::paused_at.is_null())
}
