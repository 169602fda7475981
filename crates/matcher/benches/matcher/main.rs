//! Compares the whole matcher (folding, search, filters, scope, watches) with engines that only
//! find the same keywords, on the same items, in one process.
//!
//! Keywords are drawn from one half of the items and searched for in the other. Items come from the
//! NDJSON file that HARKEN_ITEMS names, else from ../shared, else they are generated.
//!
//! `just bench matcher` takes numbers of watches, by default 1,000, 100,000 and 1,000,000. Figures
//! are medians of seven rounds in which every engine runs, after one that is discarded; percentages
//! are how much longer the slowest round took than the fastest. Times are processor times of the
//! thread, except for two threads and for single changes.

mod changes;
mod corpus;
mod engines;
mod measure;
mod memory;
mod search;
mod threads;

use corpus::{Corpus, Mix};

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let sizes = if asked.is_empty() { vec![1_000, 100_000, 1_000_000] } else { asked };
    let corpus = Corpus::load();
    println!("{} items to search: {}", corpus.searched().len(), corpus.source);
    for wanted in &sizes {
        search::compare(&corpus, *wanted, Mix::Usual);
    }
    let largest = sizes.into_iter().max().unwrap_or_default();
    search::compare(&corpus, largest, Mix::WholeWords);
    changes::measure(&corpus, largest);
    threads::scale(&corpus, largest.min(100_000));
}
