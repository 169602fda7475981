//! The windows of one width.

use crate::engine::address::Address;
use crate::engine::bloom_filter::BloomFilter;
use crate::engine::keywords::Keywords;
use crate::engine::slots::{Slots, mix, secret};

/// The bytes of the widest window.
pub(super) const MAX_WIDTH: usize = 8;
/// The most keywords filed under one window: a bound on what hostile ones can cost.
const MAX_KEYWORDS_PER_WINDOW: usize = 8;
/// The last offset in a keyword at which its window may begin.
const MAX_OFFSET: usize = 255;

/// The number of positions in a text that are looked up together: as many as a byte can count.
pub(super) const BLOCK_BYTES: usize = 256;

/// The windows of one width.
#[derive(Clone, Debug)]
pub(super) struct Width {
    pub(super) width: usize,
    pub(super) mask: u64,
    multiplier: u64,
    /// The windows, by hash.
    filter: BloomFilter,
    /// One more than a keyword's number or address (32 bits), the offset of the window in it (eight
    /// bits), and its scopes (sixteen bits).
    pub(super) slots: Slots<56>,
    /// The number of keywords; `capacity` is how many fit.
    pub(super) len: usize,
    pub(super) capacity: usize,
}

/// Positions in a block, each with a product or hash of the window there.
pub(super) type Positions = [(usize, u64); BLOCK_BYTES];

impl Width {
    pub(super) fn new(width: usize, keywords: usize) -> Self {
        Width {
            width,
            mask: u64::MAX >> (64 - 8 * width),
            multiplier: secret(),
            filter: BloomFilter::with_capacity(keywords),
            slots: Slots::with_capacity(keywords),
            len: 0,
            capacity: keywords,
        }
    }

    /// Returns the window of a keyword with the lowest rank, and its offset.
    pub(super) fn rarest<R: Ord>(
        &self,
        keyword: &[u8],
        rank: impl Fn(u64) -> R,
    ) -> Option<(u64, u64)> {
        let windows = windows(keyword, self.width).zip(0..);
        windows.min_by_key(|(window, _)| rank(*window))
    }

    pub(super) fn is_full(&self, window: u64) -> bool {
        let hash = mix(self.product(window));
        self.slots.values(hash).count() >= MAX_KEYWORDS_PER_WINDOW
    }

    /// Files a keyword under its window at an offset, unless that is full.
    pub(super) fn add(&mut self, at: Option<(u64, u64)>, keyword: Address) -> bool {
        let Some((window, offset)) = at else {
            return false;
        };
        let Address { address, scopes } = keyword;
        let value = u64::from(scopes) << 40 | offset << 32 | (u64::from(address) + 1);
        if self.is_full(window) {
            return false;
        }
        let added = self.insert(window, value);
        self.len += usize::from(added);
        added
    }

    fn insert(&mut self, window: u64, value: u64) -> bool {
        let product = self.product(window);
        self.filter.add(product);
        self.slots.add(mix(product), value)
    }

    /// Returns the same keywords with twice the capacity.
    pub(super) fn grown(&self, keywords: &Keywords) -> Self {
        loop {
            let mut grown = Width::new(self.width, 2 * self.capacity);
            for value in self.slots.all() {
                let (number, offset) = keyword_and_offset(value);
                let keyword = &keywords.get(number as usize)[offset..];
                let window = windows(keyword, self.width).next();
                let added = window.is_some_and(|window| grown.insert(window, value));
                grown.len += usize::from(added);
            }
            // Hardly ever happens, and then the next secret is luckier.
            if grown.len == self.len {
                return grown;
            }
        }
    }

    fn product(&self, window: u64) -> u64 {
        (window & self.mask).wrapping_mul(self.multiplier)
    }

    /// Moves the positions of a block that may hold windows of this width, with their hashes, to
    /// the front of `positions`, and returns their number. There is no branch, which would be
    /// mispredicted too often and keep lookups that miss the cache from running side by side.
    // A function of its own, so that the loop has all registers.
    #[inline(never)]
    pub(super) fn find_candidates(&self, block: &[u8], positions: &mut Positions) -> usize {
        let mut passed = [0_u8; BLOCK_BYTES];
        let mut count = 0;
        for (position, window) in block.array_windows::<MAX_WIDTH>().enumerate() {
            let product = self.product(u64::from_le_bytes(*window));
            passed[count % BLOCK_BYTES] = position as u8;
            count += usize::from(self.filter.may_hold(product));
        }
        let mut there = 0;
        for position in &passed[..count.min(BLOCK_BYTES)] {
            let window = block[*position as usize..].first_chunk();
            let window = u64::from_le_bytes(*window.expect("a block ends with a window"));
            let hash = mix(self.product(window));
            positions[there] = (*position as usize, hash);
            there += usize::from(self.slots.is_occupied(hash));
        }
        there
    }
}

/// Unpacks a value of the slots.
pub(super) fn keyword_and_offset(value: u64) -> (u32, usize) {
    (value as u32 - 1, (value >> 32) as usize & MAX_OFFSET)
}

/// Returns the windows of a keyword under which it may be filed.
pub(super) fn windows(keyword: &[u8], width: usize) -> impl Iterator<Item = u64> {
    let windows = keyword.windows(width).take(MAX_OFFSET + 1);
    windows.map(move |window| {
        let mut padded = [0; MAX_WIDTH];
        padded[..width].copy_from_slice(window);
        u64::from_le_bytes(padded)
    })
}
