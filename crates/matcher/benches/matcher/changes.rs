//! Measures what one change among many watches costs, and what pending changes cost searches.

use matcher::{FOLD_AFTER, LiveMatcher, Scratch, Snapshot, Watch};
use std::sync::Arc;

use crate::corpus::{Corpus, Mix, Post};
use crate::measure::{Pass, at_least, at_most, interleave, median_of, print, worked};
use crate::memory::weigh;

pub(crate) fn measure(corpus: &Corpus, wanted: usize) {
    println!("\n{wanted} watches, one change at a time");
    let (items, watches) = (corpus.searched(), corpus.watches(wanted, Mix::Usual));
    // New watches, for keywords that no other watch has.
    let mut others = corpus.watches(wanted + 3 * FOLD_AFTER, Mix::Usual);
    let later = others.split_off(wanted);
    // Not freed: the allocator would tidy up millions of small pieces during the changes.
    std::mem::forget(others);
    let live = LiveMatcher::new(watches);

    let begin = worked();
    let (_, heap) = weigh(|| live.fold());
    let rebuild = (worked() - begin).as_secs_f64();
    println!("  {:>9.2} ms for a fresh base, {:.1} MB at a time", rebuild * 1e3, heap.peak / 1e6);
    let unchanged = live.snapshot();
    let first = change(&live, &later, "with none before it");
    live.upsert(later[..FOLD_AFTER / 2].iter().cloned());
    let middle = change(&live, &later, "with half the changes pending");
    live.upsert(later[..FOLD_AFTER].iter().cloned());
    let last = change(&live, &later, "with all of them pending");
    let changed = live.snapshot();
    let taken = interleave(
        worked,
        vec![
            Pass::new("no change pending", || find(&unchanged, items)),
            Pass::new("all changes pending", || find(&changed, items)),
        ],
    );
    let bytes = corpus.lowered().iter().map(String::len).sum();
    print(&taken, items.len(), bytes);
    at_least(1_000.0, rebuild / first, "one change over a rebuild, the first");
    at_least(1_000.0, rebuild / middle, "the same with half the changes pending");
    at_least(1_000.0, rebuild / last, "the same with all of them pending");
    let slower = taken[0].faster_than(&taken[1]);
    at_most(1.2, slower, "times the search with all changes pending");
}

/// Returns the seconds until a change is visible.
fn change(live: &LiveMatcher, later: &[Watch], when: &str) -> f64 {
    let spare = &later[FOLD_AFTER..];
    let seconds = median_of(|nth| live.upsert([spare[nth].clone()]));
    println!("  {:>9.3} ms for a change, {when}", seconds * 1e3);
    seconds
}

fn find(live: &Arc<Snapshot>, items: &[Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        live.matching_watches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}
