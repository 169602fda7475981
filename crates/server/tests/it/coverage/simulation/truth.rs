//! The forum's knowledge of a simulation, compared with Harken's reports about it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use db::models::coverage_gap::CoverageGap;
use db::models::gap_fill::GapFill;
use db::models::item::ItemKind;
use db::models::listing_width::ListingWidth;
use db::models::poll_state::ALL_COMMENTS;
use db::schema::{coverage_gaps, gap_fills, place_readings};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use ingest::reddit::polled::Polled;
use platform::coverage::{hours, sum};

use super::world::{HiddenTimes, Scale};
use crate::support::prelude::*;
use crate::support::sql::rows;

/// The fewest items for a meaningful 95th percentile.
const MIN_ITEMS: usize = 150;
/// The forum gives times to the second.
const SLACK: TimeDelta = TimeDelta::seconds(1);
/// The forum gives the time of a post to the second: it is not known more precisely.
const UNKNOWN_SECONDS: f64 = 0.5;

/// An item that was posted in a watched place.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) forum_id: String,
    pub(super) place: String,
    pub(super) kind: ItemKind,
    pub(super) created_at: DateTime<Utc>,
}

/// The time within which 95 of 100 items of a place were read.
#[derive(Debug)]
pub(super) struct Shown {
    #[expect(dead_code, reason = "for the message of a test that fails")]
    pub(super) place: (String, ItemKind),
    #[expect(dead_code, reason = "for the message of a test that fails")]
    pub(super) items: usize,
    pub(super) p95_seconds: f64,
    pub(super) true_p95_seconds: f64,
    /// The same for one item in a hundred less, and more.
    #[expect(dead_code, reason = "for the message of a test that fails")]
    pub(super) beside: [f64; 2],
}

#[derive(Debug, Default)]
pub(super) struct Truth {
    pub(super) posted: usize,
    pub(super) read: usize,
    /// Missing items in a recorded gap.
    pub(super) in_gaps: usize,
    /// Missing items that are reported as still to be read.
    pub(super) to_fill: usize,
    /// Missing items that no report explains.
    pub(super) unexplained: Vec<String>,
    pub(super) shown: Vec<Shown>,
    pub(super) mean_seconds: f64,
    pub(super) p95_seconds: f64,
    pub(super) most_requests: u64,
    /// The maximum number of names that a joined listing may have in the end.
    pub(super) most_names: usize,
    pub(super) polls: usize,
    pub(super) pages: usize,
    /// Polls of watched listings that the budget did not allow, and that failed otherwise.
    pub(super) refused: usize,
    pub(super) failed: usize,
    /// Polls of the comments of everything, which use the remaining budget.
    pub(super) sweeps: usize,
    pub(super) swept: usize,
    pub(super) fills: usize,
    pub(super) kills: usize,
    pub(super) faults: usize,
    pub(super) hidden: usize,
}

impl Truth {
    pub(super) fn note(&mut self, poll: &Polled) {
        self.pages += poll.pages;
        let is_refused = poll.error.as_deref().is_some_and(|error| error.contains("budget"));
        match poll.listing.as_str() {
            ALL_COMMENTS => {
                self.sweeps += 1;
                self.swept += usize::from(poll.error.is_none());
            }
            _ => {
                self.polls += 1;
                self.refused += usize::from(is_refused);
                self.failed += usize::from(poll.error.is_some() && !is_refused);
            }
        }
    }

    pub(super) fn read_share(&self) -> f64 {
        self.read as f64 / self.posted as f64
    }

    /// Compares what was posted with what is stored, and with what is reported about it.
    pub(super) async fn look(
        &mut self,
        test: &ForumTest,
        records: Vec<Record>,
        hidden: &HashMap<usize, HiddenTimes>,
        scale: Scale,
    ) {
        let mut conn = test.app.conn().await.unwrap();
        let seen = rows("SELECT forum_id, seen_at FROM recent_items", &mut conn).await;
        let seen: HashMap<String, DateTime<Utc>> = seen.into_iter().collect();
        let gaps: Vec<CoverageGap> =
            coverage_gaps::table.select(CoverageGap::as_select()).load(&mut conn).await.unwrap();
        let fills: Vec<GapFill> =
            gap_fills::table.select(GapFill::as_select()).load(&mut conn).await.unwrap();
        let fills: Vec<CoverageGap> = fills.iter().map(|fill| fill.gap(&fill.reason)).collect();
        // A place still marked private is not reported as complete.
        let ended: Vec<(ItemKind, String, Option<DateTime<Utc>>)> = place_readings::table
            .filter(place_readings::ended_at.is_not_null())
            .select((place_readings::kind, place_readings::place, place_readings::ended_at))
            .load(&mut conn)
            .await
            .unwrap();
        let open = ended.into_iter().map(|(kind, place, ended_at)| CoverageGap {
            id: Uuid::nil(),
            listing: CoverageGap::listing_of(kind, &place),
            started_at: ended_at.unwrap_or_default(),
            ended_at: test.app.clock.now(),
            reason: String::new(),
        });
        let gaps: Vec<CoverageGap> = gaps.into_iter().chain(open).collect();
        self.posted = records.len();
        self.most_names = ListingWidth::load(&mut conn).await.unwrap().width().names;
        let since: Vec<(String, ItemKind, DateTime<Utc>)> = place_readings::table
            .select((place_readings::place, place_readings::kind, place_readings::since))
            .load(&mut conn)
            .await
            .unwrap();
        let since: HashMap<(String, &str), DateTime<Utc>> =
            since.into_iter().map(|(place, kind, since)| ((place, kind.as_str()), since)).collect();
        let mut all = Vec::new();
        let mut lags: BTreeMap<(String, &str), (ItemKind, Vec<f64>)> = BTreeMap::new();
        for record in records {
            let Some(seen_at) = seen.get(&record.forum_id) else {
                self.miss(&record, &gaps, &fills);
                continue;
            };
            self.read += 1;
            let lag = (*seen_at - record.created_at).as_seconds_f64();
            all.push(lag);
            let place = (record.place, record.kind.as_str());
            // Items posted before the record began are not in it.
            let is_before = |since: &DateTime<Utc>| record.created_at < *since;
            if !since.get(&place).is_some_and(is_before) {
                let of_place = lags.entry(place).or_insert((record.kind, Vec::new()));
                of_place.1.push(lag);
            }
        }
        all.sort_by(f64::total_cmp);
        self.mean_seconds = all.iter().sum::<f64>() / all.len() as f64;
        self.p95_seconds = quantile(&all, 0.95);
        let begin = test.app.clock.now() - TimeDelta::minutes(scale.minutes) - TimeDelta::hours(2);
        for ((place, _), (kind, mut lags)) in lags {
            // The record of a hidden place started again.
            let number = place.trim_start_matches("place_").parse().unwrap_or(0);
            if lags.len() < MIN_ITEMS || hidden.contains_key(&number) {
                continue;
            }
            lags.sort_by(f64::total_cmp);
            let hours = hours(std::slice::from_ref(&place), begin, &mut conn).await.unwrap();
            let amount = sum(hours.of(&place, kind));
            self.shown.push(Shown {
                items: lags.len(),
                p95_seconds: amount.lag.seconds(0.95).unwrap_or(0.0),
                true_p95_seconds: quantile(&lags, 0.95),
                beside: [0.94, 0.96].map(|part| quantile(&lags, part)),
                place: (place, kind),
            });
        }
    }

    /// Prints the values furthest from what they should be.
    pub(super) fn print_worst(&self) {
        let mut shown: Vec<&Shown> = self.shown.iter().collect();
        shown.sort_by(|one, other| other.off().total_cmp(&one.off()));
        for shown in shown.into_iter().take(10) {
            println!("{shown:?}");
        }
        let step = self.unexplained.len().div_ceil(20).max(1);
        for missing in self.unexplained.iter().step_by(step) {
            println!("{missing}");
        }
    }

    fn miss(&mut self, record: &Record, gaps: &[CoverageGap], fills: &[CoverageGap]) {
        let at = record.created_at;
        let is_in = |gap: &CoverageGap| {
            gap.place() == Some((record.kind, record.place.as_str()))
                && gap.started_at - SLACK <= at
                && at <= gap.ended_at + SLACK
        };
        if gaps.iter().any(is_in) {
            self.in_gaps += 1;
        } else if fills.iter().any(is_in) {
            self.to_fill += 1;
        } else {
            self.unexplained.push(format!(
                "{} {} at {at}; gaps {:?}",
                record.place,
                record.kind,
                gaps.iter()
                    .chain(fills)
                    .filter(|gap| gap.place().is_some_and(|(_, place)| place == record.place))
                    .map(|gap| (gap.started_at, gap.ended_at))
                    .collect::<Vec<_>>()
            ));
        }
    }
}

/// Returns the smallest of the values that this share of them does not exceed.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let rank = (part * sorted.len() as f64).ceil() as usize;
    let found = sorted.get(rank.saturating_sub(1));
    found.copied().unwrap_or(0.0)
}

impl Shown {
    /// Returns the share of the truth that is missing or exceeded, beyond what can be known.
    pub(super) fn off(&self) -> f64 {
        let off = (self.p95_seconds - self.true_p95_seconds).abs();
        (off - UNKNOWN_SECONDS).max(0.0) / self.true_p95_seconds
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let worst = self.shown.iter().map(Shown::off);
        writeln!(
            f,
            "posted {}, read {} ({:.4} %)",
            self.posted,
            self.read,
            100.0 * self.read_share()
        )?;
        writeln!(
            f,
            "missing in gaps {}, still to be read again {}, unexplained {}",
            self.in_gaps,
            self.to_fill,
            self.unexplained.len()
        )?;
        writeln!(f, "lag mean {:.1} s, p95 {:.1} s", self.mean_seconds, self.p95_seconds)?;
        writeln!(
            f,
            "shown p95 of {} places and kinds, at most {:.1} % off",
            self.shown.len(),
            100.0 * worst.fold(0.0, f64::max)
        )?;
        writeln!(
            f,
            "most requests in ten minutes {}, most names a listing {}",
            self.most_requests, self.most_names
        )?;
        write!(
            f,
            "polls {} (over budget {}, failed {}), of comments of everything {} ({} whole), pages {}, \
             filled {}, kills {}, faults {}, hidden {}",
            self.polls,
            self.refused,
            self.failed,
            self.sweeps,
            self.swept,
            self.pages,
            self.fills,
            self.kills,
            self.faults,
            self.hidden
        )
    }
}
