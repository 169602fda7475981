//! What the database says of all processes together: asked for at most every few seconds, however many scrape.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Double, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::context::Context;
use crate::db::Prepare;
use crate::ingest::recheck::longest_due;
use crate::metrics::Source;
use crate::sources::reddit::{RequestsLeft, requests_left};

const KEPT: Duration = Duration::from_secs(5);
/// A scrape waits no longer, and reports that the database is away.
const PATIENCE: Duration = Duration::from_secs(2);
/// Of each queue: a scrape takes no longer while a million messages wait.
const MAX_COUNTED: i64 = 5_000;

/// The last answer, and since when it is.
#[derive(Default)]
pub(super) struct Gauges {
    last: Mutex<Option<(Instant, Shared)>>,
}

/// None of these while the database does not answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared {
    lanes: Vec<Lane>,
    listings: Option<Listings>,
    requests: Option<RequestsLeft>,
    /// For how many seconds the first look at an item of each source has been due.
    looks_late: Vec<(Source, f64)>,
}

/// Messages that are due in a lane.
#[derive(Debug, Clone, QueryableByName)]
struct Lane {
    #[diesel(sql_type = Text)]
    lane: String,
    #[diesel(sql_type = BigInt)]
    due: i64,
    #[diesel(sql_type = Double)]
    oldest_seconds: f64,
}

#[derive(Debug, Clone, QueryableByName)]
struct Listings {
    #[diesel(sql_type = BigInt)]
    listings: i64,
    #[diesel(sql_type = BigInt)]
    failing: i64,
    /// For how long the listing that is due longest has been due.
    #[diesel(sql_type = Double)]
    late_seconds: f64,
    #[diesel(sql_type = BigInt)]
    gaps: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfLane {
    lane: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfSource {
    source: Source,
}

type Seconds<Of> = Family<Of, Gauge<f64, AtomicU64>>;

impl Gauges {
    /// Returns what is known, asking for it if that was long ago.
    pub(super) async fn read(&self, context: &Context) -> Shared {
        let mut last = self.last.lock().await;
        if let Some((at, shared)) = &*last
            && at.elapsed() < KEPT
        {
            return shared.clone();
        }
        let asked = tokio::time::timeout(PATIENCE, Shared::ask(context, context.clock.now()));
        let shared = match asked.await {
            Ok(Ok(shared)) => shared,
            Ok(Err(error)) => {
                tracing::warn!(error = %format!("{error:#}"), "the database was not asked for metrics");
                Shared::default()
            }
            Err(_) => Shared::default(),
        };
        *last = Some((Instant::now(), shared.clone()));
        shared
    }
}

impl Shared {
    async fn ask(context: &Context, now: DateTime<Utc>) -> anyhow::Result<Self> {
        let mut conn = context.conn().await?;
        let lanes: Vec<Lane> = diesel::sql_query(
            "SELECT lane, sum(due)::int8 AS due,
                    coalesce(extract(epoch FROM $1 - min(first_at)), 0)::float8 AS oldest_seconds
             FROM (VALUES ('mail', 0), ('mail', 1), ('mail', 2),
                          ('endpoints', 3), ('endpoints', 4), ('endpoints', 5)) AS lanes (lane, queue),
             LATERAL (SELECT count(*) AS due, min(due_at) AS first_at FROM (
                 SELECT due_at FROM outbox
                 WHERE outbox_queue(channel, kind) = lanes.queue AND status = 'pending'
                     AND due_at <= $1
                 ORDER BY due_at LIMIT $2) AS first) AS waiting
             GROUP BY lane",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<BigInt, _>(MAX_COUNTED)
        .prepared()
        .load(&mut conn)
        .await?;
        let listings: Listings = diesel::sql_query(
            "SELECT count(*) AS listings, count(*) FILTER (WHERE failures > 0) AS failing,
                    greatest(coalesce(extract(epoch FROM $1 - min(next_poll_at)), 0), 0)::float8
                        AS late_seconds,
                    (SELECT count(*) FROM coverage_gaps WHERE ended_at > $1 - interval '1 day') AS gaps
             FROM poll_state",
        )
        .bind::<Timestamptz, _>(now)
        .prepared()
        .get_result(&mut conn)
        .await?;
        let requests = requests_left(&context.config.forum, now, &mut conn).await?;
        let late = |at: DateTime<Utc>| (now - at).as_seconds_f64().max(0.0);
        let looks = longest_due(&mut conn).await?.into_iter();
        Ok(Self {
            lanes,
            listings: Some(listings),
            requests,
            looks_late: looks.map(|(source, at)| (source, late(at))).collect(),
        })
    }

    pub(super) fn write_to(&self, text: &mut String) -> fmt::Result {
        let mut registry = Registry::with_prefix("harken");
        let is_there = i64::from(self.listings.is_some());
        let help = "Whether the database has answered";
        registry.register("database_up", help, ConstGauge::new(is_there));
        let (due, oldest) = (
            Family::<OfLane, Gauge>::default(),
            Seconds::<OfLane>::default(),
        );
        for one in &self.lanes {
            let lane = OfLane {
                lane: one.lane.clone(),
            };
            due.get_or_create(&lane).set(one.due);
            oldest.get_or_create(&lane).set(one.oldest_seconds);
        }
        let help = format!(
            "Messages in the outbox that are due; of each priority, {MAX_COUNTED} are counted at most"
        );
        registry.register("outbox_due", help, due);
        let help = "Seconds for which the oldest of them has been due";
        registry.register("outbox_oldest_seconds", help, oldest);
        let looks = Seconds::<OfSource>::default();
        for (source, seconds) in &self.looks_late {
            let of = OfSource { source: *source };
            looks.get_or_create(&of).set(*seconds);
        }
        let help = "Seconds for which the first stored post or comment has been due to be looked for, \
                    to see whether its source has deleted it";
        registry.register("removal_check_late_seconds", help, looks);
        if let Some(requests) = &self.requests {
            let mut add = |name: &str, help: &str, value: u32| {
                registry.register(name, help, ConstGauge::new(i64::from(value)));
            };
            let help = "Requests that the limit of Reddit's API leaves to all processes now";
            add("forum_requests_left", help, requests.left);
            let help = "Requests that it allows in ten minutes";
            add("forum_requests_limit", help, requests.most);
        }
        if let Some(listings) = &self.listings {
            let mut add = |name: &str, help: &str, value: i64| {
                registry.register(name, help, ConstGauge::new(value));
            };
            add(
                "listings",
                "Listings of Reddit that are polled",
                listings.listings,
            );
            let help = "Those whose last poll failed";
            add("listings_failing", help, listings.failing);
            let help = "Coverage gaps that ended within the last 24 hours";
            add("gaps_of_a_day", help, listings.gaps);
            let help = "Seconds for which the listing that is due longest has been due";
            let late = ConstGauge::new(listings.late_seconds);
            registry.register("listing_late_seconds", help, late);
        }
        encode_registry(text, &registry)
    }
}
