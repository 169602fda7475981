//! The folded keywords, one behind another.

use std::hash::{BuildHasher, RandomState};

use super::candidates::KeywordBytes;

/// Keywords by number.
#[derive(Clone, Debug)]
pub(crate) struct Keywords {
    bytes: Vec<u8>,
    /// Keyword number k is `bytes[bounds[k]..bounds[k + 1]]`.
    bounds: Vec<u32>,
}

impl Default for Keywords {
    fn default() -> Self {
        Keywords { bytes: Vec::new(), bounds: vec![0] }
    }
}

impl Keywords {
    pub(crate) fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Returns all keywords, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Adds a keyword, which may be empty and the same as others.
    pub(super) fn push(&mut self, keyword: &[u8]) {
        self.bytes.extend_from_slice(keyword);
        // A keyword has a few hundred bytes at most: these are more than five million of the
        // longest.
        let end = u32::try_from(self.bytes.len()).expect("keywords take less than 4 GB");
        self.bounds.push(end);
    }

    pub(crate) fn get(&self, number: usize) -> &[u8] {
        &self.bytes[self.bounds[number] as usize..self.bounds[number + 1] as usize]
    }
}

impl KeywordBytes for Keywords {
    fn length(&self, number: u32) -> usize {
        self.get(number as usize).len()
    }

    fn bytes(&self, number: u32) -> &[u8] {
        self.get(number as usize)
    }
}

/// Keywords while they are gathered, each once. All are kept in one piece of memory: to free a
/// million small ones would keep the allocator busy for a long time.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeywordInterner {
    keywords: Keywords,
    hasher: RandomState,
    /// One more than a keyword's number, or 0 for an empty slot, and above it the upper half of the
    /// keyword's hash. The search for a number begins at the home of this half and ends at the
    /// first 0.
    slots: Vec<u64>,
}

impl KeywordInterner {
    /// Returns the keywords so far, by number.
    pub(crate) fn keywords(&self) -> &Keywords {
        &self.keywords
    }

    /// Returns the number of a keyword, if it has one.
    pub(crate) fn find(&self, keyword: &[u8]) -> Option<usize> {
        let at = (!self.slots.is_empty()).then(|| self.place(keyword).1)?;
        number_in(self.slots[at])
    }

    /// Returns the number of a keyword, which is given the next one if it has none.
    pub(crate) fn intern(&mut self, keyword: &[u8]) -> usize {
        // Never more than half full.
        if self.slots.len() <= 2 * self.keywords.len() {
            self.grow();
        }
        let (hash, at) = self.place(keyword);
        number_in(self.slots[at]).unwrap_or_else(|| {
            let number = self.keywords.len();
            self.keywords.push(keyword);
            self.slots[at] = hash << 32 | (number as u64 + 1);
            number
        })
    }

    /// Returns the upper half of a keyword's hash, and the slot that holds its number or would hold
    /// it.
    fn place(&self, keyword: &[u8]) -> (u64, usize) {
        let hash = self.hasher.hash_one(keyword) >> 32;
        let mut at = home(hash, self.slots.len());
        let is_other = |slot: u64| {
            number_in(slot).is_some_and(|n| slot >> 32 != hash || self.keywords.get(n) != keyword)
        };
        while is_other(self.slots[at]) {
            at = (at + 1) % self.slots.len();
        }
        (hash, at)
    }

    fn grow(&mut self) {
        let mut slots = vec![0; (4 * self.keywords.len()).max(16)];
        for slot in self.slots.iter().filter(|slot| **slot != 0) {
            let mut at = home(slot >> 32, slots.len());
            while slots[at] != 0 {
                at = (at + 1) % slots.len();
            }
            slots[at] = *slot;
        }
        self.slots = slots;
    }

    /// Returns the keywords by number.
    pub(crate) fn finish(self) -> Keywords {
        let Keywords { mut bytes, mut bounds } = self.keywords;
        bytes.shrink_to_fit();
        bounds.shrink_to_fit();
        Keywords { bytes, bounds }
    }
}

fn number_in(slot: u64) -> Option<usize> {
    (slot as u32).checked_sub(1).map(|number| number as usize)
}

fn home(hash: u64, slots: usize) -> usize {
    ((hash * slots as u64) >> 32) as usize
}
