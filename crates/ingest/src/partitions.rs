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
use foundation::calendar::monday;

/// So many weeks are there before anything is stored in them.
const WEEKS_AHEAD: i32 = 4;
/// How long the unmatched items of one table are seen. With the longest time for which they are kept,
/// 44 hours, the first of them is 47 hours old when its table goes.
pub const PART: TimeDelta = TimeDelta::hours(3);
/// So many of these are there before anything is stored in them: the next is looked after each hour.
const PARTS_AHEAD: i32 = 2;
/// How often the present tables are tried, when others hold what they need, with a pause in between.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Remembers for which time the tables are there, so that the database is not asked for each batch.
#[derive(Debug, Default)]
pub struct Partitions {
    /// The beginning of a part: weeks begin with one.
    ensured: Mutex<Option<DateTime<Utc>>>,
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

/// Makes the weeks and parts after those of `now`. False if some could not be made for now, since others hold
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
    let part = part_of(now)?;
    for ahead in 1..=PARTS_AHEAD {
        if !make_part(part + PART * ahead, &mut conn).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// When the part began that `now` is in.
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
