//! Engines that only find keywords in texts.

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use daachorse::DoubleArrayAhoCorasick;
use memchr::memmem::Finder;

pub(crate) fn contiguous(keywords: &[String]) -> AhoCorasick {
    AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(keywords)
        .expect("the keywords fit")
}

pub(crate) fn scan_contiguous(engine: &AhoCorasick, texts: &[String]) -> usize {
    let found = texts.iter().map(|text| engine.find_overlapping_iter(text).count());
    found.sum()
}

pub(crate) fn daachorse(keywords: &[String]) -> DoubleArrayAhoCorasick<u32> {
    DoubleArrayAhoCorasick::new(keywords).expect("the keywords fit")
}

pub(crate) fn scan_daachorse(engine: &DoubleArrayAhoCorasick<u32>, texts: &[String]) -> usize {
    let found = texts.iter().map(|text| engine.find_overlapping_iter(text).count());
    found.sum()
}

pub(crate) fn finders(keywords: &[String]) -> Vec<Finder<'_>> {
    keywords.iter().map(|k| Finder::new(k.as_bytes())).collect()
}

/// Searches for each keyword separately, up to its first occurrence.
pub(crate) fn scan_finders(finders: &[Finder<'_>], texts: &[String]) -> usize {
    let found = texts.iter().map(|text| {
        let there = finders.iter().filter(|finder| finder.find(text.as_bytes()).is_some());
        there.count()
    });
    found.sum()
}
