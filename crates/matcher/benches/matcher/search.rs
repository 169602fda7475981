//! Compares the whole matcher with engines that only find the keywords.

use matcher::{Matcher, Scratch, Watch};

use crate::corpus::{Corpus, Mix, Post, keywords};
use crate::engines::{self, contiguous, daachorse};
use crate::measure::{Pass, at_least, at_most, interleave, print, worked};
use crate::memory::weigh;

/// The maximum number of keywords for which a loop over all of them is measured.
const MAX_LOOPED_KEYWORDS: usize = 1_000;

pub(crate) fn compare(corpus: &Corpus, wanted: usize, mix: Mix) {
    let (items, texts) = (corpus.searched(), corpus.lowered());
    let watches = corpus.watches(wanted, mix);
    let keywords = keywords(&watches);
    let kind = match mix {
        Mix::Usual => "watches",
        Mix::WholeWords => "watches for whole words",
    };
    println!("\n{wanted} {kind}, {} distinct keywords", keywords.len());
    let matcher = build(&watches, keywords.len());
    let (nfa, double_array) = (contiguous(&keywords), daachorse(&keywords));
    let finders = engines::finders(&keywords[..keywords.len().min(MAX_LOOPED_KEYWORDS)]);

    let mut passes = vec![
        Pass::new("Matcher, watches", || find_watches(&matcher, items)),
        Pass::new("Matcher, watches with spans", || find_matches(&matcher, items)),
        Pass::new("aho-corasick, contiguous NFA", || engines::scan_contiguous(&nfa, &texts)),
        Pass::new("daachorse", || engines::scan_daachorse(&double_array, &texts)),
    ];
    if wanted <= MAX_LOOPED_KEYWORDS {
        passes.push(Pass::new("memmem, one by one", || engines::scan_finders(&finders, &texts)));
    }
    let taken = interleave(worked, passes);
    print(&taken, items.len(), texts.iter().map(String::len).sum());

    let faster = |nth: usize| taken[0].faster_than(&taken[nth]);
    match (mix, wanted) {
        (Mix::WholeWords, 1_000_000) => at_least(5.0, faster(3), "over daachorse"),
        (Mix::Usual, 1_000_000) => at_least(2.0, faster(2), "over aho-corasick"),
        (Mix::Usual, 100_000) => at_least(1.5, faster(2), "over aho-corasick"),
        (Mix::Usual, MAX_LOOPED_KEYWORDS) => at_least(12.0, faster(4), "over memmem"),
        _ => (),
    }
}

fn build(watches: &[Watch], keywords: usize) -> Matcher {
    let (given, of_watches) = weigh(|| watches.to_vec());
    let begin = worked();
    let (matcher, heap) = weigh(|| Matcher::build(given));
    let seconds = (worked() - begin).as_secs_f64();
    // The watches passed in were freed meanwhile.
    let left = heap.left + of_watches.left;
    println!(
        "  built in {seconds:.2} s; {:.1} MB, at most {:.1} MB on top of the watches given",
        left / 1e6,
        heap.peak / 1e6,
    );
    if keywords > MAX_LOOPED_KEYWORDS {
        let of = "bytes a distinct keyword, its watches included";
        at_most(100.0, left / keywords as f64, of);
        at_most(6.0, heap.peak / left, "times that while building");
    }
    matcher
}

pub(crate) fn find_watches(matcher: &Matcher, items: &[Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        matcher.matching_watches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}

fn find_matches(matcher: &Matcher, items: &[Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        matcher.matches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}
