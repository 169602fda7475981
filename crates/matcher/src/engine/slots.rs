//! Hashing with a bound on the time of a lookup, even if an attacker chooses what is hashed.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// The number of slots probed from the home of a hash. The table is sparse enough that hardly any
/// hash needs more unless it was chosen to.
const MAX_PROBES: usize = 64;
/// The ratio of slots to values: five to three.
const SLOTS: (usize, usize) = (5, 3);

/// Returns an odd number that nobody who chooses keywords can know.
pub(crate) fn secret() -> u64 {
    RandomState::new().hash_one(0_u64) | 1
}

/// Mixes a product, whose high bits are well mixed, so that all bits are.
pub(crate) fn mix(product: u64) -> u64 {
    let folded = product ^ (product >> 32);
    let mixed = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}

/// Values of `BITS` bits, never 0, by hash; several may share a hash. A slot holds the value and,
/// above it, the low bits of the hash; the high bits of the hash determine its home.
#[derive(Clone, Debug)]
pub(crate) struct Slots<const BITS: u32> {
    slots: Box<[u64]>,
    homes: u64,
}

impl<const BITS: u32> Slots<BITS> {
    const VALUE: u64 = (1 << BITS) - 1;

    pub(crate) fn with_capacity(values: usize) -> Self {
        let homes = values * SLOTS.0 / SLOTS.1 + 1;
        Slots { slots: vec![0; homes + MAX_PROBES].into_boxed_slice(), homes: homes as u64 }
    }

    fn home(&self, hash: u64) -> usize {
        (((hash >> 32) * self.homes) >> 32) as usize
    }

    /// Returns whether the home of a hash is occupied. The call brings it into the cache.
    pub(crate) fn is_occupied(&self, hash: u64) -> bool {
        self.slots[self.home(hash)] != 0
    }

    /// Returns the values under a hash.
    pub(crate) fn values(&self, hash: u64) -> impl Iterator<Item = u64> {
        let tag = Self::tag(hash);
        let probes = &self.slots[self.home(hash)..][..MAX_PROBES];
        probes
            .iter()
            .take_while(|slot| **slot != 0)
            .filter(move |slot| **slot & !Self::VALUE == tag)
            .map(|slot| *slot & Self::VALUE)
    }

    /// Returns all values.
    pub(crate) fn all(&self) -> impl Iterator<Item = u64> {
        let values = self.slots.iter().map(|slot| *slot & Self::VALUE);
        values.filter(|value| *value != 0)
    }

    /// Adds a value. Returns `false` if there is no free slot.
    pub(crate) fn add(&mut self, hash: u64, value: u64) -> bool {
        let free = self.probes(hash).iter_mut().find(|slot| **slot == 0);
        free.map(|slot| *slot = Self::tag(hash) | value).is_some()
    }

    /// Sets the only value of a hash to what `change` returns for the current value, or for 0 if
    /// there is none. Returns `false` if there is no free slot.
    pub(crate) fn update(&mut self, hash: u64, change: impl FnOnce(u64) -> u64) -> bool {
        let tag = Self::tag(hash);
        let mut probes = self.probes(hash).iter_mut();
        let own = probes.find(|slot| **slot == 0 || **slot & !Self::VALUE == tag);
        own.map(|slot| *slot = tag | change(*slot & Self::VALUE)).is_some()
    }

    fn probes(&mut self, hash: u64) -> &mut [u64] {
        let home = self.home(hash);
        &mut self.slots[home..][..MAX_PROBES]
    }

    fn tag(hash: u64) -> u64 {
        hash << BITS
    }
}
