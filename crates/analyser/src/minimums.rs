//! The minimum data that each statement of a report needs, and what is missing until then. All
//! minimums are here; whether a difference exceeds chance is decided separately
//! ([`super::comparison`]).

use std::collections::BTreeSet;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use super::SMALL;
use super::overview::comments;
use super::reading::{Read, Reading};
use super::report::{Measure, Missing, Section, Sections};

/// The fewest discussions, and the fewest days (UTC) with one.
#[derive(Clone, Copy)]
struct Minimum {
    discussions: usize,
    days: usize,
}

/// Weekdays and weekends differ, so each day of the week occurs once. With 20 discussions a rate is
/// known to within a quarter (one standard error, assuming Poisson: 1 / √20).
const RATE: Minimum = Minimum { discussions: SMALL, days: 7 };
/// Days as for rates. 50 discussions are two for each hour of the day; with fewer, most hours are
/// empty by chance.
const HOURS: Minimum = Minimum { discussions: 50, days: 7 };
/// With fewer than 30, a term that three discussions have is in a tenth of all, by chance or
/// because of one thread; and what is said on one day is often about one event.
const TOPICS: Minimum = Minimum { discussions: 30, days: 2 };
/// With 10, the average of marks that are spread over the whole of -1 to 1 is known to within a
/// fifth.
const SENTIMENT: Minimum = Minimum { discussions: 10, days: 1 };
/// A chart of fewer days is a few columns, and one of fewer discussions has one discussion per
/// column.
const SENTIMENT_OVER_TIME: Minimum = Minimum { discussions: SMALL, days: 7 };
/// Half of them must face the other half: with fewer than 20, a handful decides.
const CONTROVERSY: Minimum = Minimum { discussions: SMALL, days: 1 };
/// Fewer discussions are read sooner than advice about them.
const RECOMMENDATIONS: Minimum = Minimum { discussions: 5, days: 1 };
/// The fewest posts whose comments were counted: with fewer, one thread with hundreds would
/// dominate the average.
const ENGAGEMENT_POSTS: usize = 10;
/// The days of listening needed: a week and the week before it.
const CHANGES_DAYS: usize = 14;

pub(super) fn sections(reading: &Reading<'_>) -> Sections {
    let (now, listened) = (&reading.now, reading.listened_to());
    let until = reading.range.until;
    Sections {
        rate: RATE.section(&listened, until),
        hours: HOURS.section(&listened, until),
        changes: changes(reading),
        topics: TOPICS.section(now, until),
        sentiment: SENTIMENT.section(now, until),
        sentiment_over_time: SENTIMENT_OVER_TIME.section(now, until),
        engagement: Section::of([missing(Measure::Posts, comments(now).len(), ENGAGEMENT_POSTS)]),
        controversy: CONTROVERSY.section(now, until),
        recommendations: RECOMMENDATIONS.section(now, until),
    }
}

impl Minimum {
    fn section(self, reads: &[&Read<'_>], until: DateTime<Utc>) -> Section {
        let days: BTreeSet<NaiveDate> =
            reads.iter().map(|read| read.post.created_at.date_naive()).collect();
        let days_missing = missing(Measure::Days, days.len(), self.days).map(|days_missing| {
            let today = until.date_naive();
            // Today may still become one of them.
            let today_counts = u64::from(days.contains(&today));
            let more = (days_missing.need - days_missing.have) as u64;
            Missing {
                enough_from: today.checked_add_days(Days::new(more + today_counts - 1)),
                ..days_missing
            }
        });
        Section::of([missing(Measure::Discussions, reads.len(), self.discussions), days_missing])
    }
}

/// Returns the section of changes. The earlier time must have been listened to for as long, or
/// items that were not read would count as if there had been none.
fn changes(reading: &Reading<'_>) -> Section {
    let until = reading.range.until;
    let listened = (until - reading.listening_since).num_days();
    let have = usize::try_from(listened).unwrap_or_default();
    let need = TimeDelta::days(CHANGES_DAYS as i64);
    let section = Section::of([missing(Measure::ListenedDays, have, CHANGES_DAYS).map(|days| {
        let from = reading.listening_since + need;
        Missing { enough_from: Some(from.date_naive()), ..days }
    })]);
    // If the oldest posts were skipped, no amount of time will help.
    Section { shown: section.shown && reading.compared.is_some(), ..section }
}

fn missing(of: Measure, have: usize, need: usize) -> Option<Missing> {
    (have < need).then_some(Missing { of, have, need, enough_from: None })
}

impl Section {
    fn of<const N: usize>(missing: [Option<Missing>; N]) -> Self {
        let missing: Vec<Missing> = missing.into_iter().flatten().collect();
        Self { shown: missing.is_empty(), missing }
    }
}
