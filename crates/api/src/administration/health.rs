//! The health of the whole instance: what waits to be sent, what failed, and how late the sources are read.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;

use db::models::outbox::Priority;
use db::{Conn, Prepare};
use deliver::outbox::lane::Lane;
use platform::context::Context;

/// The period in which failures are counted, and can be sent again at once.
pub const FAILED_WITHIN: TimeDelta = TimeDelta::hours(24);
/// The most failures that are counted.
pub const MAX_COUNTED: i64 = 10_000;
/// The most due messages of each priority, and the most gaps, that are examined: it takes no longer while a million
/// wait.
pub const MAX_LOOKED_AT: i64 = 1_000;

/// The time after which something due is late; feeds are polled less often.
const LATE: TimeDelta = TimeDelta::minutes(2);
const FEEDS_LATE: TimeDelta = TimeDelta::minutes(30);

/// The names of the sources that are not sites, where places of sites are named.
const REDDIT: &str = "reddit";
const FEEDS: &str = "feeds";

/// Messages that are due in a lane.
#[derive(Debug, Clone, QueryableByName)]
pub struct LaneLoad {
    #[diesel(sql_type = Text)]
    pub lane: Lane,
    #[diesel(sql_type = BigInt)]
    pub due: i64,
    /// The seconds for which the oldest of them has been due.
    #[diesel(sql_type = Double)]
    pub oldest_seconds: f64,
}

/// The listings of Reddit.
#[derive(Debug, Clone, QueryableByName)]
pub struct Listings {
    #[diesel(sql_type = BigInt)]
    pub listings: i64,
    #[diesel(sql_type = BigInt)]
    pub failing: i64,
    /// The seconds for which the listing that is due longest has been due.
    #[diesel(sql_type = Double)]
    pub late_seconds: f64,
    /// Coverage gaps that ended within the last day.
    #[diesel(sql_type = BigInt)]
    pub gaps: i64,
}

/// The polled parts of a source.
#[derive(Debug, Clone, QueryableByName)]
pub struct SourceLoad {
    /// `reddit`, a site's place, or `feeds`.
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = BigInt)]
    pub polled: i64,
    /// The number of parts whose last poll failed.
    #[diesel(sql_type = BigInt)]
    pub failing: i64,
    /// The seconds for which the part that is due longest has been due.
    #[diesel(sql_type = Double)]
    pub late_seconds: f64,
}

/// The state of reading a source or of sending messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthState {
    OnTime,
    /// Something has been overdue for some time.
    Late,
    /// The last poll of every part failed.
    Failing,
}

impl SourceLoad {
    /// Returns the state of reading the source.
    pub fn state(&self) -> HealthState {
        let late = if self.place == FEEDS { FEEDS_LATE } else { LATE };
        if self.polled > 0 && self.failing == self.polled {
            HealthState::Failing
        } else if self.late_seconds > late.as_seconds_f64() {
            HealthState::Late
        } else {
            HealthState::OnTime
        }
    }
}

impl LaneLoad {
    /// Returns the state of sending.
    pub fn state(&self) -> HealthState {
        if self.oldest_seconds > LATE.as_seconds_f64() {
            HealthState::Late
        } else {
            HealthState::OnTime
        }
    }
}

#[derive(QueryableByName)]
struct Failed {
    #[diesel(sql_type = Text)]
    lane: Lane,
    #[diesel(sql_type = BigInt)]
    failed: i64,
}

/// The names of the lanes, and whether each is email.
const LANES: &str = "(VALUES ('mail', true), ('endpoints', false)) AS lanes (lane, is_mail)";

/// The query for due messages, with a part for each queue, by its number: if asked for all of them at once, Postgres
/// would read and sort everything that waits.
static DUE_OF_LANES: LazyLock<String> = LazyLock::new(|| {
    let queues = Lane::ALL.iter().flat_map(|lane| {
        Priority::ALL.map(|priority| {
            let (name, queue) = (lane.as_str(), lane.queue(priority));
            format!(
                "SELECT '{name}' AS lane, count(*) AS due, min(due_at) AS first_at FROM (
                     SELECT due_at FROM outbox
                     WHERE outbox_queue(channel, kind) = {queue} AND status = 'pending' AND due_at <= $1
                     ORDER BY due_at LIMIT {MAX_LOOKED_AT}) AS first"
            )
        })
    });
    let queues: Vec<String> = queues.collect();
    format!(
        "SELECT lane, sum(due)::int8 AS due,
                coalesce(extract(epoch FROM $1 - min(first_at)), 0)::float8 AS oldest_seconds
         FROM ({}) AS queues GROUP BY lane ORDER BY lane DESC",
        queues.join(" UNION ALL ")
    )
});

/// Counts what is due in each lane, up to [`MAX_LOOKED_AT`] of each priority.
///
/// # Errors
/// The database failed.
pub async fn lanes(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<LaneLoad>> {
    // Plan the statement each time: a generic plan reads and sorts everything that is due.
    diesel::sql_query(DUE_OF_LANES.as_str()).bind::<Timestamptz, _>(now).load(conn).await
}

/// Counts what was given up in each lane within [`FAILED_WITHIN`], up to [`MAX_COUNTED`].
///
/// # Errors
/// The database failed.
pub async fn failed(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<(Lane, i64)>> {
    let counted: Vec<Failed> = diesel::sql_query(format!(
        "SELECT lane, (SELECT count(*) FROM (
             SELECT FROM outbox WHERE status = 'dead' AND finished_at > $1
                AND (endpoint_id IS NULL) = lanes.is_mail LIMIT $2) AS found) AS failed
         FROM {LANES}"
    ))
    .bind::<Timestamptz, _>(now - FAILED_WITHIN)
    .bind::<BigInt, _>(MAX_COUNTED)
    .load(conn)
    .await?;
    Ok(counted.into_iter().map(|it| (it.lane, it.failed)).collect())
}

/// Sums up the listings of Reddit.
///
/// # Errors
/// The database failed.
pub async fn listings(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Listings> {
    diesel::sql_query(
        "SELECT count(*) AS listings, count(*) FILTER (WHERE failures > 0) AS failing,
                greatest(coalesce(extract(epoch FROM $1 - min(next_poll_at)), 0), 0)::float8
                    AS late_seconds,
                (SELECT count(*) FROM (
                     SELECT FROM coverage_gaps WHERE ended_at > $1 - interval '1 day' LIMIT $2) AS first)
                     AS gaps
         FROM poll_state",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<BigInt, _>(MAX_LOOKED_AT)
    .prepared()
    .get_result(conn)
    .await
}

/// Sums up the sources that are read, given the load of Reddit's listings.
///
/// # Errors
/// The database failed.
pub async fn sources(
    context: &Context,
    listings: &Listings,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<SourceLoad>> {
    let config = &context.config;
    let reddit = config.forum.is_configured().then(|| SourceLoad {
        place: REDDIT.to_owned(),
        polled: listings.listings,
        failing: listings.failing,
        late_seconds: listings.late_seconds,
    });
    let is_read = |load: &SourceLoad| match load.place.as_str() {
        FEEDS => config.feeds.enabled,
        place => context.sites.has(place),
    };
    let others = others(now, conn).await?.into_iter().filter(is_read);
    Ok(reddit.into_iter().chain(others).collect())
}

/// Sums up the polled parts of sources other than Reddit, whether or not they are still read.
async fn others(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<SourceLoad>> {
    diesel::sql_query(
        "SELECT place, count(*) AS polled, count(*) FILTER (WHERE failures > 0) AS failing,
                greatest(coalesce(extract(epoch FROM $1 - min(next_poll_at)), 0), 0)::float8
                    AS late_seconds
         FROM (SELECT place, failures, next_poll_at FROM sequences
               UNION ALL SELECT 'join-lemmy.org', failures, next_poll_at FROM lemmy_instances
               UNION ALL SELECT 'feeds', failures, next_poll_at FROM feeds) AS polls
         GROUP BY place ORDER BY place = 'feeds', place",
    )
    .bind::<Timestamptz, _>(now)
    .load(conn)
    .await
}
