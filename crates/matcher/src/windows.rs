//! Finding many keywords by a few of their bytes.
//!
//! A keyword is filed under one window: all of it if it has less than eight bytes, else those eight
//! of its bytes that are rarest among the keywords. Every window of a text is looked up in a bitmap;
//! the few that pass are looked up in a table, and what is there compared. Unlike the steps of an
//! automaton these lookups do not wait for one another, which is what counts once the tables are
//! larger than the processor's caches.

use crate::keywords::Keywords;
use crate::slots::{Slots, mix, secret};

/// Bytes of the widest window.
const WIDEST: usize = 8;
/// Keywords filed under one window: a bound on what hostile ones can cost.
const MAX_SHARED: usize = 8;
/// A window begins among the first bytes of its keyword.
const MAX_OFFSET: usize = 255;
/// A bit in this many is set.
const FILTER_BITS_EACH: usize = 16;
/// Counts of windows while building, by hash.
const COUNTERS: usize = 1 << 20;

/// Places of a text that are looked up together.
const BLOCK: usize = 256;

/// Keywords by window.
#[derive(Debug)]
pub(crate) struct Windows {
    widths: Vec<Width>,
}

/// The windows of one width.
#[derive(Debug)]
struct Width {
    mask: u64,
    multiplier: u64,
    /// By hash of the window.
    filter: Box<[u64]>,
    filter_shift: u32,
    /// 32 bits for a keyword's number and one, eight for the offset of the window in it, eight for
    /// its scopes.
    slots: Slots,
}

/// Places in a block, with a product or hash of the window there.
type Places = [(usize, u64); BLOCK];

impl Windows {
    /// Takes the keywords with these numbers, and gives back those that it has no room for.
    pub(crate) fn build(
        keywords: &Keywords,
        numbers: &[u32],
        scopes: impl Fn(u32) -> u8,
    ) -> (Self, Vec<u32>) {
        let counts = Counts::of(keywords, numbers);
        let (mut widths, mut left) = (Vec::new(), Vec::new());
        for width in 1..=WIDEST {
            let own = |number: &&u32| keywords.get(**number as usize).len().min(WIDEST) == width;
            let own: Vec<u32> = numbers.iter().filter(own).copied().collect();
            if own.is_empty() {
                continue;
            }
            let mut filed = Width::new(width, own.len());
            let add = |number: &u32| !filed.add(keywords, *number, scopes(*number), &counts);
            left.extend(own.into_iter().filter(add));
            widths.push(filed);
        }
        (Windows { widths }, left)
    }

    /// Calls `found` with the number of each keyword that is wanted and the end of its occurrence.
    pub(crate) fn scan(
        &self,
        keywords: &Keywords,
        text: &[u8],
        scopes: u8,
        wanted: &impl Fn(usize) -> bool,
        found: &mut impl FnMut(usize, usize),
    ) {
        // Near the end, windows go on in zeros, which no keyword has.
        let whole = text.len().saturating_sub(WIDEST - 1);
        let mut rest = [0; 2 * WIDEST];
        rest[..text.len() - whole].copy_from_slice(&text[whole..]);
        let rest = &rest[..text.len() - whole + WIDEST - 1];
        let begins = (0..whole).step_by(BLOCK);
        let blocks = begins.map(|at| (at, &text[at..whole.min(at + BLOCK) + WIDEST - 1]));
        let mut room = [(0, 0); BLOCK];
        for (at, block) in blocks.chain([(whole, rest)]) {
            for width in &self.widths {
                let count = width.find_candidates(block, &mut room);
                for (place, hash) in &room[..count] {
                    for value in width.slots.values(*hash) {
                        let number = (value as u32 - 1) as usize;
                        let offset = (value >> 32) as usize & MAX_OFFSET;
                        if (value >> 40) as u8 & scopes != 0
                            && let Some(start) = (at + place).checked_sub(offset)
                            && wanted(number)
                            && let Some(end) = keywords.end_at(number, text, start)
                        {
                            found(number, end);
                        }
                    }
                }
            }
        }
    }
}

impl Width {
    fn new(width: usize, keywords: usize) -> Self {
        let bits = (keywords * FILTER_BITS_EACH).next_power_of_two().max(64);
        Width {
            mask: u64::MAX >> (64 - 8 * width),
            multiplier: secret(),
            filter: vec![0; bits / 64].into_boxed_slice(),
            filter_shift: 64 - bits.trailing_zeros(),
            slots: Slots::with_capacity(keywords),
        }
    }

    /// Files a keyword under its rarest window, if that has room.
    fn add(&mut self, keywords: &Keywords, number: u32, scopes: u8, counts: &Counts) -> bool {
        let windows = windows(keywords.get(number as usize)).zip(0_u64..);
        let rarest = windows.min_by_key(|(window, _)| counts.get(*window));
        let Some((window, offset)) = rarest else {
            return false;
        };
        let product = self.product(window);
        let hash = mix(product);
        let value = u64::from(scopes) << 40 | offset << 32 | (u64::from(number) + 1);
        if self.slots.values(hash).count() >= MAX_SHARED || !self.slots.add(hash, value) {
            return false;
        }
        let bit = product >> self.filter_shift;
        self.filter[(bit >> 6) as usize] |= 1 << (bit & 63);
        true
    }

    fn product(&self, window: u64) -> u64 {
        (window & self.mask).wrapping_mul(self.multiplier)
    }

    /// Puts the places of a block that may hold windows of this width, and their hashes, to the front
    /// of `room`, and gives their number. There is no branch, which would be guessed wrong too often
    /// and keep lookups that miss the cache from going on side by side.
    fn find_candidates(&self, block: &[u8], room: &mut Places) -> usize {
        let mut count = 0;
        for (place, window) in block.array_windows::<WIDEST>().enumerate() {
            let product = self.product(u64::from_le_bytes(*window));
            let bit = product >> self.filter_shift;
            room[count % BLOCK] = (place, product);
            count += (self.filter[(bit >> 6) as usize] >> (bit & 63) & 1) as usize;
        }
        let mut there = 0;
        for nth in 0..count.min(BLOCK) {
            let (place, product) = room[nth];
            let hash = mix(product);
            room[there] = (place, hash);
            there += usize::from(self.slots.touch(hash));
        }
        there
    }
}

/// The windows of a keyword under which it may be filed.
fn windows(keyword: &[u8]) -> impl Iterator<Item = u64> {
    let short = (keyword.len() < WIDEST).then(|| {
        let mut padded = [0; WIDEST];
        padded[..keyword.len()].copy_from_slice(keyword);
        u64::from_le_bytes(padded)
    });
    let long = keyword.array_windows::<WIDEST>().take(MAX_OFFSET + 1);
    short
        .into_iter()
        .chain(long.map(|window| u64::from_le_bytes(*window)))
}

/// How many keywords have a window, about: a keyword that has one twice counts twice, and windows
/// of one hash count together.
struct Counts {
    counts: Vec<u16>,
    multiplier: u64,
}

impl Counts {
    fn of(keywords: &Keywords, numbers: &[u32]) -> Self {
        let mut counts = Counts {
            counts: vec![0; COUNTERS],
            multiplier: secret(),
        };
        for number in numbers {
            for window in windows(keywords.get(*number as usize)) {
                let at = counts.at(window);
                counts.counts[at] = counts.counts[at].saturating_add(1);
            }
        }
        counts
    }

    fn at(&self, window: u64) -> usize {
        (window.wrapping_mul(self.multiplier) >> (64 - COUNTERS.trailing_zeros())) as usize
    }

    fn get(&self, window: u64) -> u16 {
        self.counts[self.at(window)]
    }
}
