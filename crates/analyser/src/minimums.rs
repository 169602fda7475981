//! How much there must be before a report says a thing, and what is missing until then. All minimums
//! stand here; that a difference is no chance is a matter of its own ([`super::comparison`]).

use std::collections::BTreeSet;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use super::SMALL;
use super::overview::comments;
use super::reading::{Read, Reading};
use super::report::{Measure, Missing, Section, Sections};

/// Least discussions, and least days (UTC) with one.
#[derive(Clone, Copy)]
struct Minimum {
    discussions: usize,
    days: usize,
}

/// Weekdays and weekends differ: each day of the week once. Of 20 a rate is known to within a
/// quarter (one standard error, taken as Poisson: 1 / √20).
const RATE: Minimum = Minimum {
    discussions: SMALL,
    days: 7,
};
/// As of rates; and 50 are two for each hour of the day, of fewer most hours are empty by chance.
const HOURS: Minimum = Minimum {
    discussions: 50,
    days: 7,
};
/// In fewer than 30, a term that three discussions have is in a tenth of all, by chance or by one
/// thread; and what is said on one day is often about one event.
const TOPICS: Minimum = Minimum {
    discussions: 30,
    days: 2,
};
/// Of 10 the average of marks that are spread over all of -1 to 1 is known to within a fifth.
const SENTIMENT: Minimum = Minimum {
    discussions: 10,
    days: 1,
};
/// A course of fewer days is a few columns, and one of fewer discussions is one discussion a column.
const SENTIMENT_OVER_TIME: Minimum = Minimum {
    discussions: SMALL,
    days: 7,
};
/// Half of them must face the other half: of fewer than 20 a handful decides.
const CONTROVERSY: Minimum = Minimum {
    discussions: SMALL,
    days: 1,
};
/// Fewer are read sooner than advice about them.
const RECOMMENDATIONS: Minimum = Minimum {
    discussions: 5,
    days: 1,
};
/// Posts whose comments were counted: one thread with hundreds would be the average of fewer.
const ENGAGEMENT_POSTS: usize = 10;
/// Of listening: a week and the week before it.
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
        engagement: Section::of([missing(
            Measure::Posts,
            comments(now).len(),
            ENGAGEMENT_POSTS,
        )]),
        controversy: CONTROVERSY.section(now, until),
        recommendations: RECOMMENDATIONS.section(now, until),
    }
}

impl Minimum {
    fn section(self, reads: &[&Read<'_>], until: DateTime<Utc>) -> Section {
        let days: BTreeSet<NaiveDate> = reads
            .iter()
            .map(|read| read.post.created_at.date_naive())
            .collect();
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
        Section::of([
            missing(Measure::Discussions, reads.len(), self.discussions),
            days_missing,
        ])
    }
}

/// The earlier time must have been listened to for as long, or what was not heard would count as
/// not said.
fn changes(reading: &Reading<'_>) -> Section {
    let until = reading.range.until;
    let listened = (until - reading.listening_since).num_days();
    let have = usize::try_from(listened).unwrap_or_default();
    let need = TimeDelta::days(CHANGES_DAYS as i64);
    let section = Section::of([
        missing(Measure::ListenedDays, have, CHANGES_DAYS).map(|days| {
            let from = reading.listening_since + need;
            Missing {
                enough_from: Some(from.date_naive()),
                ..days
            }
        }),
    ]);
    // Where the oldest were passed over, no time will mend it.
    Section {
        shown: section.shown && reading.compared.is_some(),
        ..section
    }
}

fn missing(of: Measure, have: usize, need: usize) -> Option<Missing> {
    (have < need).then_some(Missing {
        of,
        have,
        need,
        enough_from: None,
    })
}

impl Section {
    fn of<const N: usize>(missing: [Option<Missing>; N]) -> Self {
        let missing: Vec<Missing> = missing.into_iter().flatten().collect();
        Self {
            shown: missing.is_empty(),
            missing,
        }
    }
}
