//! Any lines make watches, literal and with queries, or errors; a matcher takes all of them at
//! once, and finds in each watch's own text what the watch alone finds there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use matcher::{Filters, Item, LintContext, Matcher, Scope, Watch, WatchId, lint};

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
    let alone: Vec<_> = watches
        .iter()
        .flat_map(|watch| Matcher::build([watch.clone()]).matches(&item))
        .collect();
    assert_eq!(together, alone);
    for watch in &watches {
        lint(watch, &LintContext::default());
        watch.normal_form();
    }
});
