//! The forum's tokens and its budget of requests.

use chrono::{DateTime, TimeDelta};
use sims::forum::limits::Limits;

#[test]
fn the_budget_refills_when_its_window_ends() {
    let mut limits = Limits::default();
    let start = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
    let window = TimeDelta::seconds(600);
    assert_eq!(limits.spend(start, 2, window).remaining, 1);
    assert!(!limits.spend(start, 2, window).exceeded);
    assert!(limits.spend(start + TimeDelta::seconds(599), 2, window).exceeded);
    let next = limits.spend(start + TimeDelta::seconds(600), 2, window);
    assert_eq!((next.used, next.exceeded), (1, false));
}

#[test]
fn a_token_ends_with_its_life() {
    let mut limits = Limits::default();
    let start = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
    let token = limits.issue(7, start, TimeDelta::seconds(60));
    assert!(limits.is_valid(&token, start + TimeDelta::seconds(59)));
    assert!(!limits.is_valid(&token, start + TimeDelta::seconds(60)));
}
