use super::*;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
}

fn spend(budget: &mut Budget, now: DateTime<Utc>, priority: Priority) -> usize {
    (0..10_000).take_while(|_| budget.take(now, priority).is_ok()).count()
}

#[test]
fn each_kind_gets_its_share_and_no_more() {
    let mut budget = Budget::new(10);
    assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 50);
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 40);
    assert_eq!(spend(&mut budget, at(0), Priority::Person), 10);
}

#[test]
fn a_little_is_left_to_sweeps_however_much_is_polled() {
    let mut budget = Budget::new(10);
    for _ in 0..55 {
        budget.take(at(0), Priority::Poll).unwrap();
    }
    assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 10);
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
    assert_eq!(spend(&mut budget, at(0), Priority::Check), 20);
    assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 50);
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 20);
    assert_eq!(spend(&mut budget, at(0), Priority::Person), 10);
    let mut busy = Budget::new(10);
    assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
    assert_eq!(spend(&mut busy, at(0), Priority::Check), 0);
}

/// Returns a budget of 10 requests a minute of which looks need the share `needed`.
fn with_looks(needed: f64) -> Budget {
    Budget { looks_need: needed, ..Budget::new(10) }
}

#[test]
fn looks_have_what_they_need_up_to_a_ceiling() {
    for (needed, looks) in [(0.0, 20), (0.15, 20), (0.35, 35), (0.6, 60), (2.0, 60)] {
        let mut budget = with_looks(needed);
        assert_eq!(spend(&mut budget, at(0), Priority::Check), looks);
    }
}

#[test]
fn what_looks_need_is_left_to_them_however_much_is_polled() {
    for (needed, polls, looks) in [(0.05, 85, 5), (0.2, 70, 20), (0.5, 40, 50), (2.0, 30, 60)] {
        let mut budget = with_looks(needed);
        assert_eq!(spend(&mut budget, at(0), Priority::Sweep).min(10), 10);
        let swept = budget.made.len();
        assert_eq!(spend(&mut budget, at(0), Priority::Poll) + swept, polls);
        assert_eq!(spend(&mut budget, at(0), Priority::Check), looks);
        assert_eq!(spend(&mut budget, at(0), Priority::Person), 10);
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
    assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 10);
    assert_eq!(spend(&mut budget, at(0), Priority::Fill), 5);
    let mut calm = with_looks(2.0);
    assert_eq!(spend(&mut calm, at(0), Priority::Verify), 20);
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
    assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 50);
    assert_eq!(spend(&mut budget, at(0), Priority::Fill), 20);
    assert_eq!(spend(&mut budget, at(0), Priority::Poll), 20);
    let mut busy = Budget::new(10);
    assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
    assert_eq!(spend(&mut busy, at(0), Priority::Fill), 0);
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
