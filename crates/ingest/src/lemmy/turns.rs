//! Decides when an instance is polled next. Pure.
//!
//! Instances list much of the same. Each is polled at the interval, and they take turns at equal distances within it:
//! an item that several of them list is found as soon as the first of them is asked, and none is asked more often.

use chrono::{DateTime, TimeDelta, Utc};

/// Returns when an instance that was polled at `began` is polled next, at most an interval later: its turn comes
/// after that of the instance before it, which is polled at `before`; the first of `count` has none before it.
pub(super) fn next_turn(
    before: Option<DateTime<Utc>>,
    count: usize,
    interval: TimeDelta,
    began: DateTime<Utc>,
) -> DateTime<Utc> {
    let Some(before) = before else {
        return began + interval;
    };
    let count = i32::try_from(count).unwrap_or(i32::MAX).max(1);
    let (turn, round) = (before + interval / count, interval.num_milliseconds().max(1));
    let wait = (turn - began).num_milliseconds().rem_euclid(round);
    began + TimeDelta::milliseconds(if wait == 0 { round } else { wait })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: TimeDelta = TimeDelta::seconds(30);

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn one_instance_is_polled_at_the_interval() {
        assert_eq!(next_turn(None, 1, INTERVAL, at(7)), at(37));
    }

    #[test]
    fn several_are_soon_at_equal_distances_and_stay_there_when_polls_are_late() {
        for count in 2..=10_usize {
            // All are due at first.
            let mut due = vec![at(0); count];
            let mut polled = vec![Vec::new(); count];
            for second in 0..3_600 {
                for n in 0..count {
                    // Every poll begins up to two seconds late.
                    let late = (second + 7 * n as i64) % 3;
                    if due[n] + TimeDelta::seconds(late) <= at(second) {
                        let before = n.checked_sub(1).map(|before| due[before]);
                        due[n] = next_turn(before, count, INTERVAL, at(second));
                        polled[n].push(second);
                    }
                }
            }
            let mut all: Vec<i64> = polled.iter().flatten().copied().collect();
            all.sort_unstable();
            let longest =
                all.windows(2).filter(|two| two[0] > 120).map(|two| two[1] - two[0]).max();
            assert!(longest.unwrap() <= 30 / count as i64 + 5, "{count}: {longest:?}");
            for polls in &polled {
                assert!(polls.len() <= 3_600 / 30 + count, "{count}: {}", polls.len());
            }
        }
    }

    #[test]
    fn an_instance_that_is_away_holds_up_no_other() {
        let away = at(300);
        for began in 0..60 {
            let next = next_turn(Some(away), 3, INTERVAL, at(began));
            assert!(at(began) < next && next <= at(began + 30), "{began}: {next}");
        }
    }
}
