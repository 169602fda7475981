//! Makes watches, literal and with queries, or errors from any lines. A matcher of all of them finds
//! in the text what each watch alone finds there. So does one that has them among more than a
//! thousand others, which selects other search algorithms.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use matcher::{Filters, Item, LintContext, Matcher, Scope, Watch, WatchId, lint};

/// The first id of the watches that only add to their number.
const CROWD: u128 = 1_000;

static OTHERS: LazyLock<Vec<Watch>> = LazyLock::new(|| {
    let other = |n: u128| {
        let filters = Filters { whole_word_only: n % 2 == 0, ..Filters::default() };
        let keyword = format!("{n} of the crowd {}", "abcdefgh".repeat(n as usize % 8));
        Watch::new(WatchId(CROWD + n), &keyword, Scope::All, filters)
    };
    (0..1_200).filter_map(|n| other(n).ok()).collect()
});

fuzz_target!(|text: &str| {
    let filters = Filters {
        case_sensitive: text.len() % 2 == 1,
        whole_word_only: text.len() % 3 == 0,
        ..Filters::default()
    };
    let watches: Vec<Watch> = text
        .lines()
        .take(20)
        .zip(0..)
        .flat_map(|(line, n)| {
            let literal = Watch::new(WatchId(2 * n), line, Scope::All, filters);
            let query = Watch::query(WatchId(2 * n + 1), line, Scope::All, filters);
            [literal, query].into_iter().flatten()
        })
        .collect();
    let matcher = Matcher::build(watches.iter().cloned());
    let item = Item::post("fuzz", "", text);
    let together = matcher.matches(&item);
    let alone: Vec<_> =
        watches.iter().flat_map(|watch| Matcher::build([watch.clone()]).matches(&item)).collect();
    assert_eq!(together, alone);
    // Only for some texts, since it takes longer.
    if text.len() % 4 == 0 {
        let crowd = watches.iter().chain(OTHERS.iter());
        let mut among_many = Matcher::build(crowd.cloned()).matches(&item);
        among_many.retain(|found| found.watch < WatchId(CROWD));
        assert_eq!(among_many, alone);
    }
    for watch in &watches {
        lint(watch, &LintContext::default());
        watch.normal_form();
    }
});
