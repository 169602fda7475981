//! Counts how common windows are.

use super::width::{MAX_WIDTH, windows};
use crate::engine::keywords::Keywords;
use crate::engine::slots::secret;

/// The number of counters for windows, by hash, while building.
const COUNTERS: usize = 1 << 20;

/// Returns how common the bytes of a window are in texts, by their order in English.
pub(super) fn commonness(window: u64) -> usize {
    const COMMONEST: &[u8] = b" etaoinsrhldcumfpgwybvkxjqz";
    let common = |byte: &u8| COMMONEST.iter().rev().position(|common| common == byte);
    let bytes = window.to_le_bytes();
    bytes.iter().filter_map(common).sum()
}

/// Roughly how many keywords have a window: a keyword that has one twice counts twice, and windows
/// with the same hash count together.
pub(super) struct Counts {
    counts: Vec<u16>,
    multiplier: u64,
}

impl Counts {
    pub(super) fn of(keywords: &Keywords, numbers: &[u32]) -> Self {
        let mut counts = Counts { counts: vec![0; COUNTERS], multiplier: secret() };
        for number in numbers {
            let keyword = keywords.get(*number as usize);
            for window in windows(keyword, keyword.len().min(MAX_WIDTH)) {
                let at = counts.at(window);
                counts.counts[at] = counts.counts[at].saturating_add(1);
            }
        }
        counts
    }

    fn at(&self, window: u64) -> usize {
        (window.wrapping_mul(self.multiplier) >> (64 - COUNTERS.trailing_zeros())) as usize
    }

    pub(super) fn get(&self, window: u64) -> u16 {
        self.counts[self.at(window)]
    }
}
