//! The weeks into which items and notifications are stored.

use std::sync::Mutex;
use std::sync::PoisonError;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;

use crate::db::Pool;

/// Remembers which weeks are there, so that the database is asked once a week and not once a batch.
#[derive(Debug, Default)]
pub struct Partitions {
    /// From and until when every moment has its week.
    ensured: Mutex<Option<(DateTime<Utc>, DateTime<Utc>)>>,
}

impl Partitions {
    /// Sees to it that what is seen at `now` can be stored, and makes the next week ahead of time.
    ///
    /// # Errors
    /// The database failed.
    pub async fn ensure(&self, pool: &Pool, now: DateTime<Utc>) -> anyhow::Result<()> {
        let held = *self.ensured.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_some_and(|(from, until)| from <= now && now < until) {
            return Ok(());
        }
        let last = now + TimeDelta::days(8);
        let mut conn = pool.get().await?;
        diesel::sql_query("SELECT ensure_week_partitions($1, $2)")
            .bind::<Timestamptz, _>(now)
            .bind::<Timestamptz, _>(last)
            .execute(&mut conn)
            .await?;
        let until = now + TimeDelta::days(1);
        *self.ensured.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, until));
        Ok(())
    }
}
