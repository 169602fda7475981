//! Limits the keyword watches, and the regular expressions in them, that the whole instance searches for, as its
//! operator configures (`limits.watches`, `limits.patterns`, or on the page for administrators). Only active watches
//! count.
//!
//! Counting reads all of them, so a process counts at most once a minute and adds what it admits itself.
//! With several processes, or after a change that was undone, an instance may hold a few more or fewer
//! than the limit for a minute.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::BigInt;
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use matcher::Query;
use tokio::sync::Mutex;

use db::Conn;
use db::models::watch::{Watch, WatchMode};
use foundation::wording::plural::number;
use platform::instance::settings::InstanceLimits;

/// The time for which a count is valid.
const FRESH: TimeDelta = TimeDelta::minutes(1);

/// The limit that would be exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InstanceRefusal {
    #[error(
        "This server already searches for as many keywords as its operator allows ({}). Ask \
         whoever runs it to allow more.",
        text(.limit)
    )]
    Watches { limit: u32 },
    #[error(
        "This server already searches for as many regular expressions as its operator allows \
         ({}). Ask whoever runs it to allow more, or use words instead.",
        text(.limit)
    )]
    Patterns { limit: u32 },
}

fn text(limit: &u32) -> String {
    number(u64::from(*limit))
}

/// The error code, for programs.
pub const INSTANCE_LIMIT_EXCEEDED: &str = "INSTANCE_LIMIT_EXCEEDED";

/// The number of things searched for, now or in future.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    pub watches: u64,
    pub patterns: u64,
}

impl Load {
    /// Returns the load of a watch.
    pub fn of(row: &Watch) -> Self {
        if !row.is_active {
            return Self::default();
        }
        let query =
            (row.mode == WatchMode::Query).then(|| Query::parse(&row.keyword).ok()).flatten();
        Self { watches: 1, patterns: query.map_or(0, |query| query.patterns().len() as u64) }
    }

    /// Returns the amount by which this exceeds `before`.
    pub fn beyond(self, before: Self) -> Self {
        Self {
            watches: self.watches.saturating_sub(before.watches),
            patterns: self.patterns.saturating_sub(before.patterns),
        }
    }
}

impl std::iter::Sum for Load {
    fn sum<I: Iterator<Item = Self>>(loads: I) -> Self {
        loads.fold(Self::default(), |sum, load| Self {
            watches: sum.watches + load.watches,
            patterns: sum.patterns + load.patterns,
        })
    }
}

/// The counts of an instance, as far as this process knows.
#[derive(Debug, Default)]
pub struct InstanceLoad(Mutex<Option<Counted>>);

#[derive(Debug)]
struct Counted {
    at: DateTime<Utc>,
    load: Load,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    watches: i64,
    #[diesel(sql_type = BigInt)]
    patterns: i64,
}

impl InstanceLoad {
    /// Returns the load of the instance, as of at most a minute ago.
    ///
    /// # Errors
    /// The database failed.
    pub async fn load(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Load> {
        let mut counted = self.0.lock().await;
        Ok(known(&mut counted, now, conn).await?.load)
    }

    /// Takes capacity for what becomes active `now`. A kind to which nothing is added is admitted,
    /// whatever its count.
    ///
    /// # Errors
    /// The database failed. The inner error: there is not capacity for all of it, and none was
    /// taken.
    pub async fn take(
        &self,
        added: Load,
        limits: InstanceLimits,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Result<(), InstanceRefusal>> {
        let (watches, patterns) = (limits.watches.value, limits.patterns.value);
        if added == Load::default() || (watches.is_none() && patterns.is_none()) {
            return Ok(Ok(()));
        }
        let mut counted = self.0.lock().await;
        let known = known(&mut counted, now, conn).await?;
        let load = Load {
            watches: known.load.watches + added.watches,
            patterns: known.load.patterns + added.patterns,
        };
        let is_over = |limit: u32, added: u64, sum: u64| added > 0 && sum > u64::from(limit);
        if let Some(limit) = watches
            && is_over(limit, added.watches, load.watches)
        {
            return Ok(Err(InstanceRefusal::Watches { limit }));
        }
        if let Some(limit) = patterns
            && is_over(limit, added.patterns, load.patterns)
        {
            return Ok(Err(InstanceRefusal::Patterns { limit }));
        }
        known.load = load;
        Ok(Ok(()))
    }
}

/// Returns the counts, counting again if that was long ago.
async fn known<'a>(
    counted: &'a mut Option<Counted>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<&'a mut Counted> {
    Ok(match counted.take().filter(|known| now - known.at < FRESH) {
        Some(known) => counted.insert(known),
        None => counted.insert(Counted { at: now, load: count(conn).await? }),
    })
}

/// Counts active watches, and regular expressions by the slashes that begin a word: slashes within a
/// phrase or another expression are counted too, which errs on the careful side.
async fn count(conn: &mut Conn) -> QueryResult<Load> {
    let count: Count = diesel::sql_query(
        r"SELECT count(*) AS watches, coalesce(sum(
              CASE WHEN mode = 'query' AND keyword LIKE '%/%/%'
              THEN (SELECT count(*) FROM regexp_matches(keyword, '(?:^|[\s(:-])/', 'g')) END
          ), 0)::bigint AS patterns
          FROM watches WHERE is_active",
    )
    .get_result(conn)
    .await?;
    Ok(Load { watches: count.watches.unsigned_abs(), patterns: count.patterns.unsigned_abs() })
}
