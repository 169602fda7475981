//! Compares the whole matcher with vectorscan, aho-corasick and daachorse, which only find the same
//! keywords, on the same items, in one process. The corpus, the engines and the measuring code are
//! those of the matcher's own benchmark, `crates/matcher/benches/matcher`.
//!
//! `just bench vectorscan` takes numbers of watches, by default 1,000, 100,000 and 1,000,000;
//! vectorscan takes a minute to compile the last.

#[path = "../../matcher/benches/matcher/corpus/mod.rs"]
#[allow(dead_code, reason = "the matcher's own benchmark uses the rest")]
mod corpus;
#[path = "../../matcher/benches/matcher/engines.rs"]
#[allow(dead_code, reason = "the matcher's own benchmark uses the rest")]
mod engines;
#[path = "../../matcher/benches/matcher/measure.rs"]
#[allow(dead_code, reason = "the matcher's own benchmark uses the rest")]
mod measure;
mod vectorscan;

use corpus::{Corpus, Mix, Post, keywords};
use matcher::{Matcher, Scratch};
use measure::{Pass, at_least, interleave, print, worked};
use vectorscan::Vectorscan;

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let sizes = if asked.is_empty() { vec![1_000, 100_000, 1_000_000] } else { asked };
    let corpus = Corpus::load();
    println!(
        "vectorscan {}; {} items to search: {}",
        vectorscan::version(),
        corpus.searched().len(),
        corpus.source
    );
    for wanted in sizes {
        compare(&corpus, wanted);
    }
}

fn compare(corpus: &Corpus, wanted: usize) {
    let (items, texts) = (corpus.searched(), corpus.lowered());
    let watches = corpus.watches(wanted, Mix::Usual);
    let keywords = keywords(&watches);
    println!("\n{wanted} watches, {} distinct keywords", keywords.len());
    let begin = worked();
    let mut vectorscan = Vectorscan::compile(&keywords);
    println!(
        "  vectorscan compiled in {:.2} s to {:.1} MB",
        (worked() - begin).as_secs_f64(),
        vectorscan.bytes() as f64 / 1e6
    );
    let matcher = Matcher::build(watches);
    let (nfa, double_array) = (engines::contiguous(&keywords), engines::daachorse(&keywords));
    assert_eq!(
        vectorscan.scan(&texts),
        engines::scan_contiguous(&nfa, &texts),
        "both find the same"
    );

    let taken = interleave(
        worked,
        vec![
            Pass::new("Matcher, watches", || find_watches(&matcher, items)),
            Pass::new("vectorscan", || vectorscan.scan(&texts)),
            Pass::new("aho-corasick, contiguous NFA", || engines::scan_contiguous(&nfa, &texts)),
            Pass::new("daachorse", || engines::scan_daachorse(&double_array, &texts)),
        ],
    );
    print(&taken, items.len(), texts.iter().map(String::len).sum());
    if wanted == 100_000 {
        at_least(1.0, taken[0].faster_than(&taken[1]), "over vectorscan");
    }
}

fn find_watches(matcher: &Matcher, items: &[Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        matcher.matching_watches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}
