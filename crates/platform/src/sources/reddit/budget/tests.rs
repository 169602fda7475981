use super::*;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
}

fn spend(budget: &mut Budget, now: DateTime<Utc>, priority: Priority) -> usize {
    (0..10_000).take_while(|_| budget.take(now, priority).is_ok()).count()
}

/// Spends as much as possible in each second of a window, and returns the sum.
fn spend_for_a_window(budget: &mut Budget, priority: Priority) -> usize {
    (0..=LAST).map(|second| spend(budget, at(second), priority)).sum()
}

/// The last second in which the requests of the first one count.
const LAST: i64 = 600;

#[test]
fn each_kind_gets_its_share_and_no_more() {
    let mut budget = Budget::new(10);
    assert_eq!(spend_for_a_window(&mut budget, Priority::Sweep), 50);
    assert_eq!(spend(&mut budget, at(LAST), Priority::Poll), 40);
    assert_eq!(spend(&mut budget, at(LAST), Priority::Person), 10);
}

#[test]
fn a_little_is_left_to_sweeps_however_much_is_polled() {
    let mut budget = Budget::new(10);
    let mut swept = Vec::new();
    for minute in 0..10 {
        for _ in 0..8 {
            budget.take(at(60 * minute), Priority::Poll).unwrap();
        }
        swept.push(spend(&mut budget, at(60 * minute), Priority::Sweep));
    }
    assert!(swept.windows(3).all(|minutes| minutes.iter().sum::<usize>() == 2), "{swept:?}");
    let mut busy = Budget::new(10);
    assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
    assert_eq!(spend(&mut busy, at(0), Priority::Sweep), 0);
}

#[test]
fn persons_cannot_take_what_polling_needs() {
    let mut budget = Budget::new(10);
    assert_eq!(spend(&mut budget, at(0), Priority::Person), 20);
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 70);
}

#[test]
fn looking_back_takes_from_nobody() {
    let mut budget = Budget::new(10);
    assert_eq!(spend_for_a_window(&mut budget, Priority::Check), 20);
    let (mut swept, mut looked) = (0, 0);
    for second in LAST + 1..=2 * LAST + 1 {
        swept += spend(&mut budget, at(second), Priority::Sweep);
        looked += spend(&mut budget, at(second), Priority::Check);
    }
    assert_eq!((swept, looked), (50, 20));
    assert_eq!(spend(&mut budget, at(2 * LAST + 1), Priority::Poll), 20);
    assert_eq!(spend(&mut budget, at(2 * LAST + 1), Priority::Person), 10);
    let mut busy = Budget::new(10);
    assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
    assert_eq!(spend_for_a_window(&mut busy, Priority::Check), 0);
}

/// Returns a budget of 10 requests a minute of which looks need the share `needed`.
fn with_looks(needed: f64) -> Budget {
    Budget { looks_need: needed, ..Budget::new(10) }
}

#[test]
fn looks_have_what_they_need_up_to_a_ceiling() {
    for (needed, looks) in [(0.0, 20), (0.15, 20), (0.35, 35), (0.6, 60), (2.0, 60)] {
        let mut budget = with_looks(needed);
        assert_eq!(spend_for_a_window(&mut budget, Priority::Check), looks);
    }
}

#[test]
fn what_looks_need_is_left_to_them_however_much_is_polled() {
    for (needed, polls, looks) in [(0.05, 85, 5), (0.2, 70, 20), (0.5, 40, 50), (2.0, 30, 60)] {
        let mut budget = with_looks(needed);
        let swept = spend_for_a_window(&mut budget, Priority::Sweep);
        assert!(swept >= 10, "{swept}");
        assert_eq!(spend(&mut budget, at(LAST), Priority::Poll) + swept, polls);
        assert_eq!(spend(&mut budget, at(LAST), Priority::Check), looks);
        assert_eq!(spend(&mut budget, at(LAST), Priority::Person), 10);
    }
}

#[test]
fn people_have_their_share_however_much_looks_need() {
    let mut budget = with_looks(2.0);
    assert_eq!(spend(&mut budget, at(0), Priority::Person), 20);
    assert_eq!(spend(&mut budget, at(0), Priority::Check), 60);
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 10);
}

#[test]
fn gaps_are_filled_and_names_verified_when_looks_have_all_they_may() {
    let mut budget = with_looks(2.0);
    assert_eq!(spend(&mut budget, at(0), Priority::Check), 60);
    // The number of polls that are planned then.
    for _ in 0..15 {
        budget.take(at(0), Priority::Poll).unwrap();
    }
    let swept = spend_for_a_window(&mut budget, Priority::Sweep);
    assert!(swept >= 5, "{swept}");
    let mut calm = with_looks(2.0);
    assert_eq!(spend_for_a_window(&mut calm, Priority::Fill), 5);
    let mut calm = with_looks(2.0);
    assert_eq!(spend(&mut calm, at(0), Priority::Verify), 5);
}

#[test]
fn verifying_names_takes_a_fifth_and_nothing_from_polling() {
    let mut budget = Budget::new(10);
    assert_eq!(spend(&mut budget, at(0), Priority::Verify), 20);
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 70);
    assert_eq!(spend(&mut budget, at(0), Priority::Person), 10);
    let mut busy = Budget::new(10);
    assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
    assert_eq!(spend(&mut busy, at(0), Priority::Verify), 0);
}

#[test]
fn filling_gaps_leaves_polling_its_share() {
    let mut budget = Budget::new(10);
    assert_eq!(spend_for_a_window(&mut budget, Priority::Sweep), 50);
    assert_eq!(spend(&mut budget, at(LAST), Priority::Fill), 15);
    let mut budget = Budget::new(10);
    // What is planned for polls and sweeps is left to them before they take it.
    assert_eq!(spend_for_a_window(&mut budget, Priority::Fill), 15);
    assert_eq!(spend(&mut budget, at(LAST), Priority::Poll), 75);
    let mut busy = Budget::new(10);
    assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
    assert_eq!(spend_for_a_window(&mut busy, Priority::Fill), 0);
}

/// A listing that is read again a time after its last request.
struct Polled {
    priority: Priority,
    every: i64,
    read_at: i64,
    longest: i64,
}

/// Reads listings for 25 minutes beside work that wants as much as it can get, and returns the longest
/// time in seconds from when one was due until it was read.
fn longest_wait(requests_per_minute: u32, listings: &[(Priority, i64)], bulk: &[Priority]) -> i64 {
    let mut budget = Budget::new(requests_per_minute);
    let mut listings: Vec<Polled> = listings
        .iter()
        .map(|(priority, every)| Polled {
            priority: *priority,
            every: *every,
            read_at: -every,
            longest: 0,
        })
        .collect();
    for second in 0..1_500 {
        // The other work is always a moment faster.
        for priority in bulk {
            spend(&mut budget, at(second), *priority);
        }
        listings.sort_by_key(|it| -(second - it.read_at) * 1_000 / it.every);
        for listing in &mut listings {
            let late = second - listing.read_at - listing.every;
            if late < 0 {
                continue;
            }
            listing.longest = listing.longest.max(late);
            if budget.take(at(second), listing.priority).is_ok() {
                listing.read_at = second;
            }
        }
    }
    listings.iter().map(|listing| listing.longest).max().unwrap()
}

#[test]
fn no_listing_waits_more_than_a_minute_whatever_else_is_done() {
    use Priority::{Check, Fill, Poll, Sweep, Verify};
    for requests_per_minute in [10_u32, 20, 60] {
        // More than half of the budget is planned for polls. The two of everything are read as often as
        // they may be.
        let a_minute = i64::from(requests_per_minute) * 55 / 100;
        let of_all = 60 / (a_minute * 4 / 11).max(1);
        let mut listings = vec![(Poll, of_all.max(2)), (Sweep, of_all.max(2))];
        let groups = 15;
        let left = a_minute - 60 / of_all.max(2);
        listings.extend((0..groups).map(|_| (Poll, 60 * groups / left + 1)));
        let bulks: [&[Priority]; 6] =
            [&[], &[Fill], &[Verify], &[Check], &[Fill, Verify, Check], &[Check, Verify, Fill]];
        for bulk in bulks {
            let longest = longest_wait(requests_per_minute, &listings, bulk);
            assert!(longest <= 61, "{longest} s at {requests_per_minute} a minute beside {bulk:?}");
        }
    }
}

#[test]
fn the_count_is_over_the_last_ten_minutes() {
    let mut budget = Budget::new(1);
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 9);
    let wait = budget.take(at(60), Priority::Poll).unwrap_err();
    assert_eq!(wait, Duration::from_secs(541));
    assert!(budget.take(at(600), Priority::Poll).is_err());
    assert!(budget.take(at(601), Priority::Poll).is_ok());
}

#[test]
fn what_a_clock_that_was_ahead_has_left_holds_up_nothing() {
    let mut budget = Budget::new(1);
    assert_eq!(spend(&mut budget, at(86_400), Priority::Poll), 9);
    budget.reported = Some(Reported::new(at(86_400), 9.0, 0.0, 600.0));
    budget.silent_until = Some(at(86_500));
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 9);
}

#[test]
fn what_the_forum_says_is_left_counts() {
    let mut budget = Budget::new(100);
    budget.reported = Some(Reported::new(at(0), 899.0, 101.0, 30.0));
    assert!(budget.take(at(0), Priority::Poll).is_ok());
    let wait = budget.take(at(0), Priority::Poll).unwrap_err();
    assert_eq!(wait, Duration::from_secs(30));
    assert!(budget.take(at(0), Priority::Person).is_ok());
    assert!(budget.take(at(30), Priority::Poll).is_ok());
}

#[test]
fn what_is_left_is_the_least_of_both_counts() {
    let mut budget = Budget::new(10);
    assert_eq!(budget.left(at(0)), 100);
    spend(&mut budget, at(0), Priority::Person);
    assert_eq!(budget.left(at(0)), 80);
    budget.reported = Some(Reported::new(at(0), 60.0, 40.0, 30.0));
    assert_eq!(budget.left(at(0)), 40);
    budget.silent_until = Some(at(10));
    assert_eq!(budget.left(at(0)), 0);
    assert_eq!(budget.left(at(10)), 40);
    assert_eq!(budget.left(at(30)), 80);
    assert_eq!(budget.left(at(601)), 100);
}

#[test]
fn nobody_asks_while_the_forum_wants_silence() {
    let mut budget = Budget::new(100);
    budget.silent_until = Some(at(10));
    let wait = budget.take(at(0), Priority::Person).unwrap_err();
    assert_eq!(wait, Duration::from_secs(10));
    assert!(budget.take(at(10), Priority::Sweep).is_ok());
}
