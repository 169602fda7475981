//! A Bloom filter of one hash.

/// Bits per value, of which one is set.
const BITS_EACH: usize = 16;

/// A set of products, whose high bits are well mixed. It may also seem to hold others, by chance.
#[derive(Clone, Debug)]
pub(crate) struct BloomFilter {
    bits: Box<[u64]>,
    shift: u32,
}

impl BloomFilter {
    pub(crate) fn with_capacity(products: usize) -> Self {
        let bits = (products * BITS_EACH).next_power_of_two().max(64);
        BloomFilter {
            bits: vec![0; bits / 64].into_boxed_slice(),
            shift: 64 - bits.trailing_zeros(),
        }
    }

    pub(crate) fn add(&mut self, product: u64) {
        let bit = product >> self.shift;
        self.bits[(bit >> 6) as usize] |= 1 << (bit & 63);
    }

    /// Returns whether the product may have been added.
    pub(crate) fn may_hold(&self, product: u64) -> bool {
        let bit = product >> self.shift;
        self.bits[(bit >> 6) as usize] >> (bit & 63) & 1 != 0
    }
}
