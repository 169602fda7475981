//! The weeks into which matched items and notifications are stored, and the parts of three hours for the
//! items that no watch matched.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use anyhow::bail;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use chrono_tz::Tz;
use diesel::sql_types::{Bool, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use db::{Conn, Pool};
use foundation::time::calendar::monday;

/// Number of weeks that are created before anything is stored in them.
const WEEKS_AHEAD: i32 = 4;
/// The span of time whose unmatched items are stored in one table. With the longest time for which they are
/// kept, 44 hours, the first of them is 47 hours old when its table is dropped.
pub const PART: TimeDelta = TimeDelta::hours(3);
/// Number of parts that are created before anything is stored in them: the next is created within the hour.
const PARTS_AHEAD: i32 = 2;
/// Maximum attempts to create the present tables while others hold the locks, with a pause in between.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Remembers the time for which the tables exist, so that the database is not asked for each batch.
#[derive(Debug, Default)]
pub struct Partitions {
    /// The beginning of the part that exists; each week begins with a part.
    ensured: Mutex<Option<DateTime<Utc>>>,
}

#[derive(QueryableByName)]
struct Made {
    #[diesel(sql_type = Bool)]
    made: bool,
}

impl Partitions {
    /// Ensures that what is seen at `now` can be stored. The coming weeks are created elsewhere
    /// ([`make_coming_weeks`]), so that no batch waits for them.
    ///
    /// # Errors
    /// The database failed, or the week does not exist and could not be created.
    pub async fn ensure(&self, pool: &Pool, now: DateTime<Utc>) -> anyhow::Result<()> {
        let part = part_of(now)?;
        if *self.ensured.lock().unwrap_or_else(PoisonError::into_inner) == Some(part) {
            return Ok(());
        }
        for attempt in 0..TRIES {
            if attempt > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            let mut conn = pool.get().await?;
            if make_week(now, &mut conn).await? && make_part(part, &mut conn).await? {
                *self.ensured.lock().unwrap_or_else(PoisonError::into_inner) = Some(part);
                return Ok(());
            }
        }
        let week = monday(Tz::UTC, now);
        bail!(
            "the tables of the week of {week} or of {part} could not be made, because transactions \
             that go on hold the tables of users or items; end them"
        )
    }
}

/// Creates the weeks and parts after those of `now`. Returns false if some could not be created for now
/// because others hold the locks; nobody waits for these, and the caller tries again.
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
    let part = part_of(now)?;
    for ahead in 1..=PARTS_AHEAD {
        if !make_part(part + PART * ahead, &mut conn).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the beginning of the part that contains `now`.
fn part_of(now: DateTime<Utc>) -> anyhow::Result<DateTime<Utc>> {
    Ok(now.duration_trunc(PART)?)
}

async fn make_part(first: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
    let made: Made = diesel::sql_query("SELECT make_unmatched_items($1, $2) AS made")
        .bind::<Timestamptz, _>(first)
        .bind::<Timestamptz, _>(first + PART)
        .get_result(conn)
        .await?;
    Ok(made.made)
}

async fn make_week(at: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
    let made: Made = diesel::sql_query("SELECT ensure_week_partitions($1, $1) AS made")
        .bind::<Timestamptz, _>(at)
        .get_result(conn)
        .await?;
    Ok(made.made)
}
