//! Runs the planner in a simulated forum for some hours.

use crate::simulation::{Reader, Setup, run};

const SETUP: Setup = Setup {
    seed: 1,
    places: 2_500,
    hours: 4,
    learning_hours: 1,
    items_per_second: 20.0,
    requests_per_minute: 30,
};

#[test]
fn what_people_watch_waits_less_and_nothing_is_lost_without_a_note() {
    let equal = [Reader::EqualGroups, Reader::EqualGroupsByPages].map(|reader| run(SETUP, reader));
    for max_names in [100, 400] {
        let max_path_bytes = 1_900;
        let planned = run(SETUP, Reader::Planned { max_names, max_path_bytes });
        assert!(planned.read_share() >= 0.999, "{planned:?}");
        assert_eq!(planned.unexplained, 0, "{planned:?}");
        assert!(planned.max_requests <= 1_000, "{planned:?}");
        for equal in &equal {
            assert!(planned.mean_seconds <= 0.4 * equal.mean_seconds, "{planned:?} {equal:?}");
        }
    }
}
