//! The trigrams of a text, in bytes, by which most texts can be skipped without a search.

/// The three-byte pieces of a text, as a set of bits. Pieces may share a bit, so that absence is
/// certain, but presence is not.
///
/// Building the set pays off where one text is searched repeatedly, as at every keystroke.
#[derive(Clone, Debug)]
pub(crate) struct Trigrams {
    bits: Box<[u32]>,
    /// A hash of 32 bits, shifted right by this, is the number of a bit.
    shift: u32,
}

/// The set has 8 bits per byte of text, within these bounds, given as powers of two.
const MIN_LOG_BITS: u32 = 6;
const MAX_LOG_BITS: u32 = 16;

impl Trigrams {
    pub(crate) fn of(text: &[u8]) -> Self {
        let wanted = usize::BITS - (8 * text.len()).leading_zeros();
        let log_bits = wanted.clamp(MIN_LOG_BITS, MAX_LOG_BITS);
        let mut bits = vec![0; 1 << (log_bits - 5)].into_boxed_slice();
        let shift = 32 - log_bits;
        for trigram in text.array_windows() {
            let (word, bit) = place(trigram, shift);
            bits[word] |= bit;
        }
        Trigrams { bits, shift }
    }

    /// Returns whether the text may contain `needle`; always true for one of fewer than three
    /// bytes.
    pub(crate) fn may_hold(&self, needle: &[u8]) -> bool {
        needle.array_windows().all(|trigram| {
            let (word, bit) = place(trigram, self.shift);
            self.bits[word] & bit != 0
        })
    }
}

/// Returns the word and bit of a trigram by multiplicative hashing (Knuth, The Art of Computer
/// Programming, volume 3, 6.4).
fn place(&[a, b, c]: &[u8; 3], shift: u32) -> (usize, u32) {
    let at = u32::from_le_bytes([a, b, c, 0]).wrapping_mul(0x9E37_79B1) >> shift;
    ((at / 32) as usize, 1 << (at % 32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_not_there_is_mostly_known_not_to_be() {
        let trigrams = Trigrams::of(b"the quick brown fox jumps over the lazy dog");
        let absent: [&[u8]; 4] = [b"kettle", b"compost", b"the quack", b"rust"];
        assert!(absent.iter().all(|needle| !trigrams.may_hold(needle)));
    }

    #[test]
    fn a_short_text_holds_no_long_one() {
        for text in ["", "a", "te"] {
            assert!(!Trigrams::of(text.as_bytes()).may_hold(b"tea"));
        }
    }

    proptest! {
        #[test]
        fn a_text_may_hold_all_its_parts(
            text in prop::collection::vec(any::<u8>(), 0..300),
            start in 0..300_usize,
            length in 0..20_usize,
        ) {
            let start = start.min(text.len());
            let end = (start + length).min(text.len());
            prop_assert!(Trigrams::of(&text).may_hold(&text[start..end]));
        }
    }
}
