//! Finding many keywords by a few of their bytes.
//!
//! A keyword is filed under one window: all of it if it has less than eight bytes, else those eight
//! of its bytes that are rarest among the keywords. Every window of a text is looked up in a bitmap;
//! the few that pass are looked up in a table, and what is there compared. Unlike the steps of an
//! automaton these lookups do not wait for one another, which is what counts once the tables are
//! larger than the processor's caches.

use crate::candidates::{Candidates, Known};
use crate::filter::Filter;
use crate::keywords::Keywords;
use crate::records::{Address, Scopes};
use crate::slots::{Slots, mix, secret};

/// Bytes of the widest window.
const WIDEST: usize = 8;
/// Keywords filed under one window: a bound on what hostile ones can cost.
const MAX_SHARED: usize = 8;
/// A window begins among the first bytes of its keyword.
const MAX_OFFSET: usize = 255;
/// Counts of windows while building, by hash.
const COUNTERS: usize = 1 << 20;

/// Places of a text that are looked up together: as many as a byte counts.
const BLOCK: usize = 256;

/// Bytes of the widest window of keywords that are added one at a time. They are few, so that few
/// places of a text have even this much in common with them, and to test every place for each width
/// is most of the work.
const NARROW: usize = 4;
/// Keywords of a width that there is room for from the first.
const ROOM: usize = 64;

/// Keywords by window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Windows {
    widths: Vec<Width>,
}

/// The windows of one width.
#[derive(Clone, Debug)]
struct Width {
    width: usize,
    mask: u64,
    multiplier: u64,
    /// By hash of the window.
    filter: Filter,
    /// 32 bits for a keyword's number or address and one, eight for the offset of the window in it,
    /// sixteen for its scopes.
    slots: Slots<56>,
    /// Keywords filed, and how many there is room for.
    filed: usize,
    room: usize,
}

/// Places in a block, with a product or hash of the window there.
type Places = [(usize, u64); BLOCK];

impl Windows {
    /// Takes the keywords with these numbers, and gives back those that it has no room for.
    pub(crate) fn build(
        keywords: &Keywords,
        numbers: &[u32],
        address: impl Fn(u32) -> Address,
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
            let add = |number: &u32| {
                let rarest = filed.rarest(keywords.get(*number as usize), |w| counts.get(w));
                !filed.add(rarest, address(*number))
            };
            left.extend(own.into_iter().filter(add));
            widths.push(filed);
        }
        (Windows { widths }, left)
    }

    /// Takes one keyword more, looked for in every scope; `false` where there is no room for it.
    /// Nothing else may have been built into these windows.
    pub(crate) fn insert(&mut self, keywords: &Keywords, number: u32) -> bool {
        let keyword = keywords.get(number as usize);
        let width = keyword.len().min(NARROW);
        let own = self.widths.iter().position(|own| own.width == width);
        let own = own.unwrap_or_else(|| {
            self.widths.push(Width::new(width, ROOM));
            self.widths.len() - 1
        });
        let own = &mut self.widths[own];
        if own.filed == own.room {
            *own = own.grown(keywords);
        }
        // Where the rarest window is crowded, another may do.
        let rarest = own.rarest(keyword, |window| {
            (own.is_crowded(window), commonness(window & own.mask))
        });
        own.add(
            rarest,
            Address {
                address: number,
                scopes: Scopes::MAX,
            },
        )
    }

    /// Finds the keywords that are looked for in one of the `scopes`.
    pub(crate) fn scan<K: Known, F: FnMut(u32, usize)>(
        &self,
        scopes: Scopes,
        candidates: &mut Candidates<'_, K, F>,
    ) {
        let text = candidates.text;
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
                        let (keyword, offset) = keyword_and_offset(value);
                        if (value >> 40) as Scopes & scopes != 0
                            && let Some(start) = (at + place).checked_sub(offset)
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

impl Width {
    fn new(width: usize, keywords: usize) -> Self {
        Width {
            width,
            mask: u64::MAX >> (64 - 8 * width),
            multiplier: secret(),
            filter: Filter::with_capacity(keywords),
            slots: Slots::with_capacity(keywords),
            filed: 0,
            room: keywords,
        }
    }

    /// The window of a keyword with the lowest rank, and its offset.
    fn rarest<R: Ord>(&self, keyword: &[u8], rank: impl Fn(u64) -> R) -> Option<(u64, u64)> {
        let windows = windows(keyword, self.width).zip(0..);
        windows.min_by_key(|(window, _)| rank(*window))
    }

    fn is_crowded(&self, window: u64) -> bool {
        let hash = mix(self.product(window));
        self.slots.values(hash).count() >= MAX_SHARED
    }

    /// Files a keyword under its window at an offset, if that has room.
    fn add(&mut self, at: Option<(u64, u64)>, keyword: Address) -> bool {
        let Some((window, offset)) = at else {
            return false;
        };
        let Address { address, scopes } = keyword;
        let value = u64::from(scopes) << 40 | offset << 32 | (u64::from(address) + 1);
        if self.is_crowded(window) {
            return false;
        }
        let filed = self.file(window, value);
        self.filed += usize::from(filed);
        filed
    }

    fn file(&mut self, window: u64, value: u64) -> bool {
        let product = self.product(window);
        self.filter.add(product);
        self.slots.add(mix(product), value)
    }

    /// The same keywords with twice the room.
    fn grown(&self, keywords: &Keywords) -> Self {
        loop {
            let mut grown = Width::new(self.width, 2 * self.room);
            for value in self.slots.all() {
                let (number, offset) = keyword_and_offset(value);
                let keyword = &keywords.get(number as usize)[offset..];
                let window = windows(keyword, self.width).next();
                let filed = window.is_some_and(|window| grown.file(window, value));
                grown.filed += usize::from(filed);
            }
            // Hardly ever: then the next secret is luckier.
            if grown.filed == self.filed {
                return grown;
            }
        }
    }

    fn product(&self, window: u64) -> u64 {
        (window & self.mask).wrapping_mul(self.multiplier)
    }

    /// Puts the places of a block that may hold windows of this width, and their hashes, to the front
    /// of `room`, and gives their number. There is no branch, which would be guessed wrong too often
    /// and keep lookups that miss the cache from going on side by side.
    // By itself, so that the loop has all registers.
    #[inline(never)]
    fn find_candidates(&self, block: &[u8], room: &mut Places) -> usize {
        let mut passed = [0_u8; BLOCK];
        let mut count = 0;
        for (place, window) in block.array_windows::<WIDEST>().enumerate() {
            let product = self.product(u64::from_le_bytes(*window));
            passed[count % BLOCK] = place as u8;
            count += usize::from(self.filter.may_hold(product));
        }
        let mut there = 0;
        for place in &passed[..count.min(BLOCK)] {
            let window = block[*place as usize..].first_chunk();
            let window = u64::from_le_bytes(*window.expect("a block ends with a window"));
            let hash = mix(self.product(window));
            room[there] = (*place as usize, hash);
            there += usize::from(self.slots.touch(hash));
        }
        there
    }
}

/// Of a value in the slots.
fn keyword_and_offset(value: u64) -> (u32, usize) {
    (value as u32 - 1, (value >> 32) as usize & MAX_OFFSET)
}

/// The windows of a keyword under which it may be filed.
fn windows(keyword: &[u8], width: usize) -> impl Iterator<Item = u64> {
    let windows = keyword.windows(width).take(MAX_OFFSET + 1);
    windows.map(move |window| {
        let mut padded = [0; WIDEST];
        padded[..width].copy_from_slice(window);
        u64::from_le_bytes(padded)
    })
}

/// How often the bytes of a window are met in texts, by their order in English.
fn commonness(window: u64) -> usize {
    const COMMONEST: &[u8] = b" etaoinsrhldcumfpgwybvkxjqz";
    let common = |byte: &u8| COMMONEST.iter().rev().position(|common| common == byte);
    let bytes = window.to_le_bytes();
    bytes.iter().filter_map(common).sum()
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
            let keyword = keywords.get(*number as usize);
            for window in windows(keyword, keyword.len().min(WIDEST)) {
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
