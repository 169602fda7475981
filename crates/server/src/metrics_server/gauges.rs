//! Values from the database about all processes together, queried at most every few seconds, however many
//! scrape.

use std::convert::Infallible;
use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use chrono::{DateTime, Utc};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;

use api::administration::health::{self, LaneLoad, Listings, MAX_LOOKED_AT};
use db::models::match_shard::MatchShard;
use foundation::kept::Kept;
use foundation::telemetry::metrics::Source;
use ingest::removal::recheck::longest_due;
use platform::context::Context;
use platform::sources::reddit::{RequestsLeft, requests_left};

const KEPT: Duration = Duration::from_secs(5);
/// The longest wait of a scrape, which then reports that the database is away.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Default)]
pub(super) struct Gauges(Kept<Shared>);

/// The shared values; none of them while the database does not answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared {
    lanes: Vec<LaneLoad>,
    listings: Option<Listings>,
    requests: Option<RequestsLeft>,
    /// The seconds for which the first look at an item of each source has been due.
    looks_late: Vec<(Source, f64)>,
    /// The number of shards without a matching process, if items are passed on to shards.
    free_shards: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfLane {
    lane: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfSource {
    source: Source,
}

type Seconds<Of> = Family<Of, Gauge<f64, AtomicU64>>;

impl Gauges {
    /// Returns the known values, querying them again if they are old.
    pub(super) async fn read(&self, context: &Context) -> Shared {
        let asked = async {
            let asked = Shared::ask(context, context.clock.now());
            Ok::<_, Infallible>(match tokio::time::timeout(PATIENCE, asked).await {
                Ok(Ok(shared)) => shared,
                Ok(Err(error)) => {
                    tracing::warn!(error = %format!("{error:#}"), "the database was not asked for metrics");
                    Shared::default()
                }
                Err(_) => Shared::default(),
            })
        };
        let Ok(shared) = self.0.get(KEPT, asked).await;
        shared
    }
}

impl Shared {
    async fn ask(context: &Context, now: DateTime<Utc>) -> anyhow::Result<Self> {
        let mut conn = context.conn().await?;
        let requests = requests_left(&context.config.forum, now, &mut conn).await?;
        let late = |at: DateTime<Utc>| (now - at).as_seconds_f64().max(0.0);
        let looks = longest_due(&mut conn).await?.into_iter();
        let free_shards = match context.bus.items() {
            Some(_) => Some(MatchShard::count_free(now, &mut conn).await?),
            None => None,
        };
        Ok(Self {
            lanes: health::lanes(now, &mut conn).await?,
            listings: Some(health::listings(now, &mut conn).await?),
            requests,
            free_shards,
            looks_late: looks.map(|(source, at)| (source, late(at))).collect(),
        })
    }

    pub(super) fn write_to(&self, text: &mut String) -> fmt::Result {
        let mut registry = Registry::with_prefix("harken");
        let is_there = i64::from(self.listings.is_some());
        let help = "Whether the database has answered";
        registry.register("database_up", help, ConstGauge::new(is_there));
        let (due, oldest) = (Family::<OfLane, Gauge>::default(), Seconds::<OfLane>::default());
        for one in &self.lanes {
            let lane = OfLane { lane: one.lane.as_str() };
            due.get_or_create(&lane).set(one.due);
            oldest.get_or_create(&lane).set(one.oldest_seconds);
        }
        let help = format!(
            "Messages in the outbox that are due; at most {MAX_LOOKED_AT} of each priority are counted"
        );
        registry.register("outbox_due", help, due);
        let help = "Seconds for which the oldest message in the outbox that is due has been due";
        registry.register("outbox_oldest_seconds", help, oldest);
        let looks = Seconds::<OfSource>::default();
        for (source, seconds) in &self.looks_late {
            let of = OfSource { source: *source };
            looks.get_or_create(&of).set(*seconds);
        }
        let help = "Seconds for which the first stored post or comment has been due to be looked for, \
                    to see whether its source has deleted it";
        registry.register("removal_check_late_seconds", help, looks);
        if let Some(free) = self.free_shards {
            let help = "Shards that no process matches for";
            registry.register("shards_free", help, ConstGauge::new(free));
        }
        if let Some(requests) = &self.requests {
            let mut add = |name: &str, help: &str, value: u32| {
                registry.register(name, help, ConstGauge::new(i64::from(value)));
            };
            let help = "Requests that the limit of Reddit's API leaves to all processes now";
            add("forum_requests_left", help, requests.left);
            let help = "Requests that the limit of Reddit's API allows in ten minutes";
            add("forum_requests_limit", help, requests.most);
        }
        if let Some(listings) = &self.listings {
            let mut add = |name: &str, help: &str, value: i64| {
                registry.register(name, help, ConstGauge::new(value));
            };
            add("listings", "Listings of Reddit that are polled", listings.listings);
            let help = "Listings of Reddit whose last poll failed";
            add("listings_failing", help, listings.failing);
            let help =
                "Coverage gaps that ended within the last 24 hours; at most 1000 are counted";
            add("gaps_of_a_day", help, listings.gaps);
            let help = "Seconds for which the listing that is due longest has been due";
            let late = ConstGauge::new(listings.late_seconds);
            registry.register("listing_late_seconds", help, late);
        }
        encode_registry(text, &registry)
    }
}
