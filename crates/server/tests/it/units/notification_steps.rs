//! How many rows a step of a long change has.

use std::time::Duration;

use api::notifications::steps::rows_after;

#[test]
fn steps_have_as_many_rows_as_fit_into_their_time() {
    for (rows, took, next) in [
        (500, 200, 500),
        (500, 100, 1_000),
        (500, 0, 1_000),
        (1_500, 10, 2_000),
        (2_000, 800, 500),
        (500, 60_000, 100),
    ] {
        assert_eq!(rows_after(rows, Duration::from_millis(took)), next, "{rows} {took}");
    }
}
