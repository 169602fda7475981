//! Computes each keyword's share of all matches.

use super::reading::{Read, Reading};
use super::report::Voice;
use super::sentiment::average;
use super::wording::share;

/// Returns each keyword's share of voice. A discussion that two keywords found counts for both.
pub(super) fn share_of_voice(reading: &Reading<'_>) -> Vec<Voice> {
    let found: Vec<Vec<&Read<'_>>> = reading
        .keywords
        .iter()
        .map(|keyword| {
            let by_it = reading.all.iter().copied();
            by_it.filter(|read| read.keywords.contains(&keyword.id)).collect()
        })
        .collect();
    let total = found.iter().map(Vec::len).sum();
    let voices = reading.keywords.iter().zip(&found);
    voices
        .map(|(keyword, reads)| Voice {
            keyword_id: keyword.id,
            keyword: keyword.keyword.clone(),
            count: reads.len(),
            share: share(reads.len(), total),
            average: average(reads),
        })
        .collect()
}
