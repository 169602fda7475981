//! The weeks into which items and notifications are stored.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use anyhow::bail;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use diesel::sql_types::{Bool, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use crate::calendar::monday;
use crate::db::{Conn, Pool};

/// So many weeks are there before anything is stored in them.
const WEEKS_AHEAD: i32 = 4;
/// How often the present week is tried, when others hold what it needs, with a pause in between.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Remembers which week is there, so that the database is asked once a week and not once a batch.
#[derive(Debug, Default)]
pub struct Partitions {
    /// Its Monday.
    ensured: Mutex<Option<NaiveDate>>,
}

#[derive(QueryableByName)]
struct Made {
    #[diesel(sql_type = Bool)]
    made: bool,
}

impl Partitions {
    /// Sees to it that what is seen at `now` can be stored. The coming weeks are another's business
    /// ([`make_coming_weeks`]): no batch waits for them.
    ///
    /// # Errors
    /// The database failed, or the week is not there and could not be made.
    pub async fn ensure(&self, pool: &Pool, now: DateTime<Utc>) -> anyhow::Result<()> {
        let week = monday(Tz::UTC, now);
        if *self.ensured.lock().unwrap_or_else(PoisonError::into_inner) == Some(week) {
            return Ok(());
        }
        for attempt in 0..TRIES {
            if attempt > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            if make_week(now, &mut *pool.get().await?).await? {
                *self.ensured.lock().unwrap_or_else(PoisonError::into_inner) = Some(week);
                return Ok(());
            }
        }
        bail!(
            "the tables of the week of {week} could not be made, because transactions that go on \
             hold the tables of users or items; end them"
        )
    }
}

/// Makes the weeks after that of `now`. False if some could not be made for now, since others hold
/// what they need; nobody waits for them, and they are to be tried again.
///
/// # Errors
/// The database failed.
pub async fn make_coming_weeks(pool: &Pool, now: DateTime<Utc>) -> anyhow::Result<bool> {
    let mut conn = pool.get().await?;
    for week in 1..=WEEKS_AHEAD {
        if !make_week(now + TimeDelta::weeks(week.into()), &mut conn).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn make_week(at: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
    let made: Made = diesel::sql_query("SELECT ensure_week_partitions($1, $1) AS made")
        .bind::<Timestamptz, _>(at)
        .get_result(conn)
        .await?;
    Ok(made.made)
}
