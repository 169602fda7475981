//! Finding many whole words and phrases, a word at a time.
//!
//! Words here are runs of ASCII letters and digits. The rules of [`crate::word`] never let a match
//! begin or end inside one, so a keyword that begins and ends with one is looked for only where runs
//! begin, by the hash of each of its words with what is before them. What the rules refuse beyond
//! that is refused later.

use crate::candidates::{Candidates, Known};
use crate::filter::Filter;
use crate::keywords::Keywords;
use crate::records::{Address, Scopes};
use crate::runs::{Run, find_runs};
use crate::slots::{Slots, mix, secret};

/// Longer phrases are looked for in another way: a bound on the steps from one place.
const MAX_WORDS: usize = 16;
/// Above the address of a keyword and one: that longer ones begin with it, and its scopes.
const LONGER: u64 = 1 << 32;
const SCOPES: u32 = 33;

/// Whole-word keywords by the words that they begin with.
#[derive(Debug)]
pub(crate) struct WholeWords {
    secret: u64,
    slots: Slots<49>,
    /// By hash of what longer ones go on to: most that a text goes on with is not there, and small
    /// as this is, it is asked sooner.
    longer: Filter,
}

impl WholeWords {
    /// Takes those of the keywords with these numbers that it can find, and gives back the others.
    pub(crate) fn build(
        keywords: &Keywords,
        numbers: &[u32],
        address: impl Fn(u32) -> Address,
    ) -> (Self, Vec<u32>) {
        let secret = secret();
        let mut runs = Vec::new();
        let words = numbers.iter().map(|number| {
            find_runs(secret, keywords.get(*number as usize), &mut runs);
            runs.len()
        });
        let (mut all, mut longer) = (0, 0);
        words.for_each(|count| {
            all += count;
            longer += count.saturating_sub(1);
        });
        let mut words = WholeWords {
            secret,
            slots: Slots::with_capacity(all),
            longer: Filter::with_capacity(longer),
        };
        let add = |number: &&u32| {
            let Address { address, scopes } = address(**number);
            let value = u64::from(scopes) << SCOPES | (u64::from(address) + 1);
            !words.add(keywords.get(**number as usize), value, &mut runs)
        };
        let left = numbers.iter().filter(add).copied().collect();
        (words, left)
    }

    fn add(&mut self, keyword: &[u8], own: u64, runs: &mut Vec<Run>) -> bool {
        find_runs(self.secret, keyword, runs);
        let (Some(first), Some(last)) = (runs.first(), runs.last()) else {
            return false;
        };
        if (first.start, last.end as usize) != (0, keyword.len()) || runs.len() > MAX_WORDS {
            return false;
        }
        let mut prefix = first.hash;
        for two in runs.windows(2) {
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

    /// The hash of a prefix that goes on with another word.
    fn extend(&self, prefix: u64, text: &[u8], last: Run, next: Run) -> u64 {
        let between = &text[last.end as usize..next.start as usize];
        let separated = between.iter().fold(prefix, step);
        (separated.rotate_left(23) ^ next.hash).wrapping_mul(self.secret)
    }

    /// Finds the keywords that are looked for in one of the `scopes`. `runs` is room to work in.
    pub(crate) fn scan<K: Known, F: FnMut(u32, usize)>(
        &self,
        runs: &mut Vec<Run>,
        scopes: Scopes,
        candidates: &mut Candidates<'_, K, F>,
    ) {
        find_runs(self.secret, candidates.text, runs);
        let mut known = [0; 64];
        for begin in (0..runs.len()).step_by(known.len()) {
            // First all lookups that can miss the cache, so that they go on side by side.
            let mut count = 0;
            for (nth, run) in runs[begin..].iter().take(known.len()).enumerate() {
                known[count] = begin + nth;
                count += usize::from(self.slots.touch(mix(run.hash)));
            }
            for nth in &known[..count] {
                self.follow(&runs[*nth..], scopes, candidates);
            }
        }
        candidates.compare();
    }

    /// Finds the keywords that may begin with the first of these runs.
    fn follow<K: Known, F: FnMut(u32, usize)>(
        &self,
        runs: &[Run],
        scopes: Scopes,
        candidates: &mut Candidates<'_, K, F>,
    ) {
        let start = runs[0].start as usize;
        let mut prefix = runs[0].hash;
        for (nth, run) in runs.iter().enumerate().take(MAX_WORDS) {
            let Some(value) = self.slots.values(mix(prefix)).next() else {
                return;
            };
            if let Some(keyword) = (value as u32).checked_sub(1)
                && (value >> SCOPES) as Scopes & scopes != 0
            {
                candidates.push(start, keyword);
            }
            match runs.get(nth + 1) {
                Some(next) if value & LONGER != 0 => {
                    prefix = self.extend(prefix, candidates.text, *run, *next);
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
