//! Measures one set of watches shared by threads, each with its own items.

use std::thread;

use matcher::Matcher;

use crate::corpus::{Corpus, Mix};
use crate::measure::{Pass, at_least, interleave, passed, print};
use crate::search::find_watches;

pub(crate) fn scale(corpus: &Corpus, wanted: usize) {
    println!("\n{wanted} watches, items shared out among threads");
    let items = corpus.searched();
    let matcher = Matcher::build(corpus.watches(wanted, Mix::Usual));
    let shared = |threads: usize| {
        thread::scope(|scope| {
            // Long items are spread evenly: equal counts are equal work.
            let parts = items.chunks(items.len().div_ceil(threads));
            let running: Vec<_> =
                parts.map(|part| scope.spawn(|| find_watches(&matcher, part))).collect();
            let found = running.into_iter().map(|thread| thread.join());
            found.map(|count| count.expect("no search fails")).sum()
        })
    };
    let taken = interleave(
        passed,
        vec![Pass::new("one thread", || shared(1)), Pass::new("two threads", || shared(2))],
    );
    let bytes = corpus.lowered().iter().map(String::len).sum();
    print(&taken, items.len(), bytes);
    at_least(1.8, taken[1].faster_than(&taken[0]), "two threads over one");
}
