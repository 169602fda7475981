//! The health of the whole instance: what waits to be sent, what failed, and how late the sources are read.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Double, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use db::models::match_shard::MatchShard;
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

/// The attempts to send email that have to fail one after the other until sending counts as failing.
const LAST_ATTEMPTS: usize = 3;
/// The most attempts to send anything that are read to find them.
pub const MAX_ATTEMPTS_READ: usize = 200;

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
    /// Whether a message was worked on within [`LATE`].
    #[diesel(sql_type = Bool)]
    is_moving: bool,
    /// Whether the last attempts of the last day failed. Only emails all go to one server.
    #[diesel(sql_type = Bool)]
    pub is_failing: bool,
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
    /// The last poll of every part failed, or the last three attempts to send email.
    Failing,
}

impl SourceLoad {
    /// Returns the state of reading the source.
    pub fn state(&self) -> HealthState {
        match self.polled > 0 && self.failing == self.polled {
            true => HealthState::Failing,
            false => self.punctuality(),
        }
    }

    /// Returns the state without regard to failures.
    fn punctuality(&self) -> HealthState {
        let late = if self.place == FEEDS { FEEDS_LATE } else { LATE };
        match self.late_seconds > late.as_seconds_f64() {
            true => HealthState::Late,
            false => HealthState::OnTime,
        }
    }
}

impl LaneLoad {
    /// Returns the state of sending.
    pub fn state(&self) -> HealthState {
        if self.is_failing {
            HealthState::Failing
        } else if self.oldest_seconds > LATE.as_seconds_f64() {
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
        "WITH newest AS (
             SELECT last.id, outcome, last.finished_at, channel = 'mail' AS is_mail, due_at
             FROM (SELECT id, outbox_id, outcome, finished_at FROM attempts
                   ORDER BY id DESC LIMIT {MAX_ATTEMPTS_READ}) AS last
             JOIN outbox ON outbox.id = outbox_id)
         SELECT lane, sum(due)::int8 AS due,
                coalesce(extract(epoch FROM $1 - min(first_at)), 0)::float8 AS oldest_seconds,
                EXISTS (SELECT FROM newest
                        WHERE is_mail = (lane = 'mail') AND finished_at > $1 - interval '{late} seconds')
                    AS is_moving,
                lane = 'mail' AND (
                    SELECT count(*) = {LAST_ATTEMPTS} AND bool_and(outcome <> 'sent') FROM (
                        SELECT outcome FROM newest
                        WHERE is_mail AND outcome <> 'skipped' AND finished_at > $1 - interval '1 day'
                            -- Messages of suspended accounts are put aside, and not sent.
                            AND due_at < $1 + interval '100 years'
                        ORDER BY id DESC LIMIT {LAST_ATTEMPTS}) AS last) AS is_failing
         FROM ({}) AS queues GROUP BY lane ORDER BY lane DESC",
        queues.join(" UNION ALL "),
        late = LATE.num_seconds(),
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
    let instances: Vec<&str> = config.lemmy.instances.iter().map(Url::as_str).collect();
    let others = others(&instances, now, conn).await?.into_iter().filter(is_read);
    Ok(reddit.into_iter().chain(others).collect())
}

/// Returns what keeps alerts from people, as texts for the operator; empty if sources are read and messages are sent.
/// What a user can cause does not count: a feed that fails is reported to its followers, and of many messages, as at the
/// hour of digests, the last are sent late.
///
/// # Errors
/// The database failed.
pub async fn problems(
    context: &Context,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<String>> {
    let lanes = lanes(now, conn).await?.into_iter();
    let lanes = lanes.map(|load| {
        let state = match load.state() {
            HealthState::Late if load.is_moving => HealthState::OnTime,
            state => state,
        };
        (load.lane.as_str().to_owned(), state)
    });
    let listings = listings(now, conn).await?;
    let sources = sources(context, &listings, now, conn).await?.into_iter();
    let sources = sources.map(|load| {
        let state = if load.place == FEEDS { load.punctuality() } else { load.state() };
        (load.place, state)
    });
    let states = lanes.chain(sources).filter_map(|(name, state)| match state {
        HealthState::OnTime => None,
        HealthState::Late => Some(format!("{name}: late")),
        HealthState::Failing => Some(format!("{name}: failing")),
    });
    let mut problems: Vec<String> = states.collect();
    if context.bus.items().is_some() {
        let free = MatchShard::count_free(now, conn).await?;
        problems.extend((free > 0).then(|| format!("nobody matches for {free} of the shards")));
    }
    Ok(problems)
}

/// Sums up the polled parts of sources other than Reddit: these instances of Lemmy, the feeds that somebody follows and
/// that are not gone, and sites, whether or not they are still read.
async fn others(
    instances: &[&str],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<SourceLoad>> {
    diesel::sql_query(
        "SELECT place, count(*) AS polled, count(*) FILTER (WHERE failures > 0) AS failing,
                greatest(coalesce(extract(epoch FROM $1 - min(next_poll_at)), 0), 0)::float8
                    AS late_seconds
         FROM (SELECT place, failures, next_poll_at FROM sequences
               UNION ALL SELECT 'join-lemmy.org', failures, next_poll_at FROM lemmy_instances
                         WHERE address = ANY ($2)
               -- A host that asks to wait makes none of its feeds late.
               UNION ALL SELECT 'feeds', failures, greatest(next_poll_at, free_at)
                         FROM feeds JOIN feed_hosts USING (host)
                         WHERE next_poll_at IS NOT NULL
                             AND EXISTS (SELECT FROM user_feeds WHERE feed_id = feeds.id)) AS polls
         GROUP BY place ORDER BY place = 'feeds', place",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Text>, _>(instances)
    .load(conn)
    .await
}
