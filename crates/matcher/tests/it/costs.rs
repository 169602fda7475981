//! The costs of regular expressions, as measured during searches.

use std::cell::Cell;
use std::time::Duration;

use matcher::{Filters, Item, LiveMatcher, Matcher, PatternCost, Scope, Scratch, Watch, WatchId};

/// Returns a time that advances by a second with each call.
fn clock() -> Duration {
    thread_local! {
        static SECONDS: Cell<u64> = const { Cell::new(0) };
    }
    SECONDS.set(SECONDS.get() + 1);
    Duration::from_secs(SECONDS.get())
}

fn query(id: u128, text: &str) -> Watch {
    Watch::query(WatchId(id), text, Scope::All, Filters::default()).unwrap()
}

fn sorted(mut costs: Vec<PatternCost>) -> Vec<(u128, String, u64, usize)> {
    costs.sort_unstable_by_key(|cost| (cost.watch, cost.span.start));
    let shown = costs.into_iter().map(|cost| {
        let part = cost.query[cost.span.range()].to_owned();
        (cost.watch.0, part, cost.time.as_secs(), cost.bytes)
    });
    shown.collect()
}

#[test]
fn each_pattern_is_measured_with_the_text_it_was_searched_in() {
    let matcher = Matcher::build([
        query(1, "kettle /v\\d+/ /x\\d+/"),
        query(2, "kettle boiling"),
        query(3, "teapot /v\\d+/"),
    ]);
    let (mut scratch, mut out) = (Scratch::measuring(clock), Vec::new());
    // Title and body are searched separately. A part that is absent makes a search for the next
    // ones unnecessary.
    let item = Item::post("tea", "kettle v", "boiling");
    matcher.matching_watches_into(&item, &mut scratch, &mut out);
    assert_eq!(out, [WatchId(2)]);
    let part = || "/v\\d+/".to_owned();
    assert_eq!(sorted(scratch.take_costs()), [(1, part(), 2, 15)]);
    assert_eq!(scratch.take_costs(), []);
    // The costs of several items are added up.
    for _ in 0..2 {
        matcher.matching_watches_into(&item, &mut scratch, &mut out);
    }
    assert_eq!(sorted(scratch.take_costs()), [(1, part(), 4, 30)]);
}

#[test]
fn nothing_is_measured_unless_it_is_asked_for() {
    let matcher = Matcher::build([query(1, "kettle /v\\d+/")]);
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let item = Item::post("tea", "kettle v1", "");
    matcher.matches_into(&item, &mut scratch, &mut out);
    assert!(!out.is_empty());
    assert_eq!(scratch.take_costs(), []);
}

#[test]
fn what_was_removed_or_replaced_is_searched_for_no_longer() {
    let live = LiveMatcher::new([query(1, "kettle /v\\d+/"), query(2, "kettle /w\\d+/")]);
    live.remove([WatchId(1)]);
    live.upsert([query(2, "kettle /x\\d+/")]);
    let (mut scratch, mut out) = (Scratch::measuring(clock), Vec::new());
    let item = Item::comment("tea", "kettle");
    live.snapshot().matching_watches_into(&item, &mut scratch, &mut out);
    let costs = sorted(scratch.take_costs());
    assert_eq!(costs, [(2, "/x\\d+/".to_owned(), 1, 6)]);
}
