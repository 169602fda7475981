//! The schedule of made-up entries.

use chrono::{DateTime, TimeDelta, Utc};
use sims::feed::schedule::{Planned, Schedule};

fn all(schedule: &mut Schedule, now: DateTime<Utc>) -> Vec<Planned> {
    std::iter::from_fn(|| schedule.next(now)).collect()
}

#[test]
fn entries_come_at_their_rate_and_the_same_after_a_restart() {
    let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    let mut schedule = Schedule::new(1, 4.0, 0, now);
    let month = all(&mut schedule, now + TimeDelta::days(30));
    let wanted = 30 * 24 * 4;
    assert!(month.len().abs_diff(wanted) < wanted / 5, "{}", month.len());
    assert!(month.is_sorted_by(|one, other| one.at <= other.at && one.number < other.number));
    let later = now + TimeDelta::days(15);
    let restarted = all(&mut Schedule::new(1, 4.0, 0, later), now + TimeDelta::days(30));
    assert!(restarted.len() > wanted / 3);
    assert!(month.ends_with(&restarted));
    let other = all(&mut Schedule::new(2, 4.0, 0, now), now + TimeDelta::days(30));
    assert_ne!(month, other);
}

#[test]
fn what_is_silent_has_entries_of_long_ago() {
    let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    let mut schedule = Schedule::new(1, 0.001, 20, now);
    let old = all(&mut schedule, now);
    assert!((5..60).contains(&old.len()), "{}", old.len());
    assert!(old[0].at < now - TimeDelta::days(300));
}
