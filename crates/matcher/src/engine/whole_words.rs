//! Finds many whole words and phrases, a word at a time.
//!
//! Words here are runs of ASCII letters and digits. The rules for whole words never let a match
//! begin or end inside one, so a keyword that begins and ends with one is looked for only where
//! words begin, by the hash of each of its words with what precedes them. Whatever else the rules
//! reject is rejected later.

use super::address::{Address, Scopes};
use super::ascii_words::{AsciiWord, find_ascii_words};
use super::bloom_filter::BloomFilter;
use super::candidates::{Candidates, KeywordBytes};
use super::keywords::Keywords;
use super::slots::{Slots, mix, secret};

/// The most words of a phrase that is looked for here: a bound on the steps from one position.
const MAX_WORDS: usize = 16;
/// Set if longer keywords begin with this one. One more than the address is below it, the scopes
/// are above it.
const LONGER: u64 = 1 << 32;
const SCOPES: u32 = 33;

/// Whole-word keywords by the words that they begin with.
#[derive(Debug)]
pub(crate) struct WholeWords {
    secret: u64,
    slots: Slots<49>,
    /// The hashes of the prefixes that longer keywords continue to. Most continuations in a text
    /// are absent, and this filter is small enough to say so sooner than the slots.
    longer: BloomFilter,
}

impl WholeWords {
    /// Adds the keywords with these numbers that it can find, and returns the others.
    pub(crate) fn build(
        keywords: &Keywords,
        numbers: &[u32],
        address: impl Fn(u32) -> Address,
    ) -> (Self, Vec<u32>) {
        let secret = secret();
        let mut buffer = Vec::new();
        let counts = numbers.iter().map(|number| {
            find_ascii_words(secret, keywords.get(*number as usize), &mut buffer);
            buffer.len()
        });
        let (mut all, mut longer) = (0, 0);
        counts.for_each(|count| {
            all += count;
            longer += count.saturating_sub(1);
        });
        let mut whole_words = WholeWords {
            secret,
            slots: Slots::with_capacity(all),
            longer: BloomFilter::with_capacity(longer),
        };
        let add = |number: &&u32| {
            let Address { address, scopes } = address(**number);
            let value = u64::from(scopes) << SCOPES | (u64::from(address) + 1);
            !whole_words.add(keywords.get(**number as usize), value, &mut buffer)
        };
        let left = numbers.iter().filter(add).copied().collect();
        (whole_words, left)
    }

    fn add(&mut self, keyword: &[u8], own: u64, words: &mut Vec<AsciiWord>) -> bool {
        find_ascii_words(self.secret, keyword, words);
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return false;
        };
        if (first.start, last.end as usize) != (0, keyword.len()) || words.len() > MAX_WORDS {
            return false;
        }
        let mut prefix = first.hash;
        for two in words.windows(2) {
            if !self.slots.update(mix(prefix), |value| value | LONGER) {
                return false;
            }
            prefix = self.extend(prefix, keyword, two[0], two[1]);
            self.longer.add(prefix);
        }
        let mut free = true;
        self.slots.update(mix(prefix), |value| {
            free = value as u32 == 0;
            if free { value | own } else { value }
        }) && free
    }

    /// Returns the hash of a prefix extended by another word.
    fn extend(&self, prefix: u64, text: &[u8], last: AsciiWord, next: AsciiWord) -> u64 {
        let between = &text[last.end as usize..next.start as usize];
        let separated = between.iter().fold(prefix, step);
        (separated.rotate_left(23) ^ next.hash).wrapping_mul(self.secret)
    }

    /// Finds the keywords that are looked for in one of the `scopes`. `words` is scratch space.
    pub(crate) fn scan<K: KeywordBytes, F: FnMut(u32, usize)>(
        &self,
        words: &mut Vec<AsciiWord>,
        scopes: Scopes,
        candidates: &mut Candidates<'_, K, F>,
    ) {
        find_ascii_words(self.secret, candidates.text, words);
        let mut known = [0; 64];
        for begin in (0..words.len()).step_by(known.len()) {
            // Lookups that can miss the cache come first, so that they run side by side.
            let mut count = 0;
            for (nth, word) in words[begin..].iter().take(known.len()).enumerate() {
                known[count] = begin + nth;
                count += usize::from(self.slots.is_occupied(mix(word.hash)));
            }
            for nth in &known[..count] {
                self.follow(&words[*nth..], scopes, candidates);
            }
        }
        candidates.compare();
    }

    /// Finds the keywords that may begin with the first of these words.
    fn follow<K: KeywordBytes, F: FnMut(u32, usize)>(
        &self,
        words: &[AsciiWord],
        scopes: Scopes,
        candidates: &mut Candidates<'_, K, F>,
    ) {
        let start = words[0].start as usize;
        let mut prefix = words[0].hash;
        for (nth, word) in words.iter().enumerate().take(MAX_WORDS) {
            let Some(value) = self.slots.values(mix(prefix)).next() else {
                return;
            };
            if let Some(keyword) = (value as u32).checked_sub(1)
                && (value >> SCOPES) as Scopes & scopes != 0
            {
                candidates.push(start, keyword);
            }
            match words.get(nth + 1) {
                Some(next) if value & LONGER != 0 => {
                    prefix = self.extend(prefix, candidates.text, *word, *next);
                    if !self.longer.may_hold(prefix) {
                        return;
                    }
                }
                _ => return,
            }
        }
    }
}

fn step(hash: u64, byte: &u8) -> u64 {
    (hash ^ u64::from(*byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
