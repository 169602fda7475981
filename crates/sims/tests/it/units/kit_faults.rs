//! The queue of faults that all stand-ins share.

use sims::kit::{Faults, once};

#[test]
fn the_first_that_fits_is_served_as_often_as_was_asked() {
    let mut faults = Faults::default();
    faults.push(2, "/a");
    faults.push(1, "/");
    let mut take = |path: &str| faults.take(|prefix| path.starts_with(prefix));
    assert_eq!(take("b"), None);
    assert_eq!(
        [take("/b"), take("/a"), take("/a/b"), take("/a")],
        [Some("/"), Some("/a"), Some("/a"), None]
    );
    faults.push(once(), "/a");
    assert_eq!(faults.waiting(), 1);
    faults.clear();
    assert_eq!(faults.take(|_| true), None);
}
