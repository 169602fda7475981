//! Finds many keywords by a few of their bytes.
//!
//! A keyword is filed under one window: all of it if it has less than eight bytes, else the eight
//! bytes of it that are rarest among the keywords. Every window of a text is looked up in a bitmap;
//! the few that pass are looked up in a table, and the keywords found there are compared. Unlike
//! the steps of an automaton these lookups do not wait for one another, which is what counts once
//! the tables are larger than the processor's caches.

mod counts;
mod width;

use super::address::{Address, Scopes};
use super::candidates::{Candidates, KeywordBytes};
use super::keywords::Keywords;
use counts::{Counts, commonness};
use width::{BLOCK_BYTES, MAX_WIDTH, Width, keyword_and_offset};

/// The bytes of the widest window of keywords that are added one at a time. There are few of these
/// keywords, so few positions of a text have even this much in common with them, and testing every
/// position for each width is most of the work.
const MAX_INSERTED_WIDTH: usize = 4;
/// The initial capacity of each width, in keywords.
const MIN_CAPACITY: usize = 64;

/// Keywords by window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Windows {
    widths: Vec<Width>,
}

impl Windows {
    /// Adds the keywords with these numbers, and returns those that do not fit.
    pub(crate) fn build(
        keywords: &Keywords,
        numbers: &[u32],
        address: impl Fn(u32) -> Address,
    ) -> (Self, Vec<u32>) {
        let counts = Counts::of(keywords, numbers);
        let (mut widths, mut left) = (Vec::new(), Vec::new());
        for width in 1..=MAX_WIDTH {
            let own = |number: &&u32| keywords.get(**number as usize).len().min(MAX_WIDTH) == width;
            let own: Vec<u32> = numbers.iter().filter(own).copied().collect();
            if own.is_empty() {
                continue;
            }
            let mut windows = Width::new(width, own.len());
            let add = |number: &u32| {
                let rarest = windows.rarest(keywords.get(*number as usize), |w| counts.get(w));
                !windows.add(rarest, address(*number))
            };
            left.extend(own.into_iter().filter(add));
            widths.push(windows);
        }
        (Windows { widths }, left)
    }

    /// Adds one more keyword, looked for in every scope. Returns `false` if it does not fit.
    /// Nothing else may have been built into these windows.
    pub(crate) fn insert(&mut self, keywords: &Keywords, number: u32) -> bool {
        let keyword = keywords.get(number as usize);
        let width = keyword.len().min(MAX_INSERTED_WIDTH);
        let own = self.widths.iter().position(|own| own.width == width);
        let own = own.unwrap_or_else(|| {
            self.widths.push(Width::new(width, MIN_CAPACITY));
            self.widths.len() - 1
        });
        let own = &mut self.widths[own];
        if own.len == own.capacity {
            *own = own.grown(keywords);
        }
        // If the rarest window is full, another may do.
        let rarest =
            own.rarest(keyword, |window| (own.is_full(window), commonness(window & own.mask)));
        own.add(rarest, Address { address: number, scopes: Scopes::MAX })
    }

    /// Finds the keywords that are looked for in one of the `scopes`.
    pub(crate) fn scan<K: KeywordBytes, F: FnMut(u32, usize)>(
        &self,
        scopes: Scopes,
        candidates: &mut Candidates<'_, K, F>,
    ) {
        let text = candidates.text;
        // Near the end, windows are padded with zeros, which no keyword has.
        let whole = text.len().saturating_sub(MAX_WIDTH - 1);
        let mut rest = [0; 2 * MAX_WIDTH];
        rest[..text.len() - whole].copy_from_slice(&text[whole..]);
        let rest = &rest[..text.len() - whole + MAX_WIDTH - 1];
        let begins = (0..whole).step_by(BLOCK_BYTES);
        let blocks = begins.map(|at| (at, &text[at..whole.min(at + BLOCK_BYTES) + MAX_WIDTH - 1]));
        let mut positions = [(0, 0); BLOCK_BYTES];
        for (at, block) in blocks.chain([(whole, rest)]) {
            for width in &self.widths {
                let count = width.find_candidates(block, &mut positions);
                for (position, hash) in &positions[..count] {
                    for value in width.slots.values(*hash) {
                        let (keyword, offset) = keyword_and_offset(value);
                        if (value >> 40) as Scopes & scopes != 0
                            && let Some(start) = (at + position).checked_sub(offset)
                        {
                            candidates.push(start, keyword);
                        }
                    }
                }
            }
        }
        candidates.compare();
    }
}
