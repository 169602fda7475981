//! The forum's ids.

use std::collections::HashSet;

use sims::forum::ids::{Ids, base36};

#[test]
fn base36_matches_the_usual_notation() {
    assert_eq!(base36(0), "0");
    assert_eq!(base36(35), "z");
    assert_eq!(base36(36), "10");
    assert_eq!(base36(1_295), "zz");
}

#[test]
fn comment_ids_are_unique_and_out_of_order() {
    let mut ids = Ids::new(7);
    let made: Vec<String> = (0..1_000).map(|_| ids.comment()).collect();
    assert_eq!(made.iter().collect::<HashSet<_>>().len(), made.len());
    assert!(!made.is_sorted());
}
