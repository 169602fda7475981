//! What `harken doctor` says about this machine.

use std::path::Path;

use chrono::TimeDelta;
use harken::cli::doctor::machine::{judge_clock, judge_disk};
use harken::cli::doctor::report::Report;

#[test]
fn a_clock_is_checked_by_how_far_it_is_off_in_either_direction() {
    for (seconds, expected) in [
        (0, (0, 0)),
        (1, (0, 0)),
        (-1, (0, 0)),
        (2, (0, 1)),
        (-30, (0, 1)),
        (60, (1, 0)),
        (-3_600, (1, 0)),
    ] {
        let mut report = Report::default();
        judge_clock("clock", TimeDelta::seconds(seconds), "the database's", &mut report);
        assert_eq!((report.failures(), report.warnings()), expected, "{seconds} s");
    }
}

#[test]
fn little_room_warns_and_none_fails() {
    for (free, expected) in [(999, (1, 0)), (1_000, (0, 1)), (4_999, (0, 1)), (5_000, (0, 0))] {
        let mut report = Report::default();
        judge_disk(free, Path::new("data"), &mut report);
        assert_eq!((report.failures(), report.warnings()), expected, "{free} MB");
    }
}
