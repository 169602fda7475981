//! Sums of counts by name.

use api::analytics::names::{NameSum, Names};

#[test]
fn days_are_added_up_by_name() {
    let mut names = Names::default();
    names.add(r#"{"tea": 2, "a \"b\"\n": 1}"#, false).unwrap();
    names.add(r#"{ "tea" : 3 }"#, false).unwrap();
    names.add(r#"{"tea": 5, "rust": 7}"#, true).unwrap();
    names.add("{}", false).unwrap();
    let sum = |matches, previous| NameSum { matches, previous };
    let mut sums: Vec<_> = names.sums().collect();
    sums.sort_unstable_by_key(|(name, _)| *name);
    let expected = [("a \"b\"\n", sum(1, 0)), ("rust", sum(0, 7)), ("tea", sum(5, 5))];
    assert_eq!(sums, expected);
}

#[test]
fn what_is_not_counts_is_an_error() {
    for counts in ["", "[1]", r#"{"tea": "2"}"#] {
        assert!(Names::default().add(counts, false).is_err(), "{counts}");
    }
}
