//! The ASCII words of a text.

use std::ops::Range;

/// A run of letters and digits in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsciiWord {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) hash: u64,
}

/// Finds the ASCII words of a text, 64 bytes at a time and without a branch for each, and hashes them.
pub(crate) fn find_ascii_words(secret: u64, text: &[u8], words: &mut Vec<AsciiWord>) {
    words.clear();
    // Whether the previous byte is in a word, in the lowest bit.
    let mut before = 0;
    let mut ended = 0;
    for (block, at) in text.chunks(64).zip((0..).step_by(64)) {
        let inside = letters_and_digits(block);
        let shifted = inside << 1 | before;
        for_each_bit(inside & !shifted, |bit| {
            words.push(AsciiWord { start: at + bit, end: text.len() as u32, hash: 0 });
        });
        for_each_bit(shifted & !inside, |bit| {
            words[ended].end = at + bit;
            ended += 1;
        });
        before = inside >> 63;
    }
    for word in words {
        word.hash = hash(secret, text, word.start as usize..word.end as usize);
    }
}

fn for_each_bit(mut bits: u64, mut act: impl FnMut(u32)) {
    while bits != 0 {
        act(bits.trailing_zeros());
        bits &= bits - 1;
    }
}

/// Hashes a word of a text, eight bytes at a time.
fn hash(secret: u64, text: &[u8], word: Range<usize>) -> u64 {
    let mut hash = secret;
    for at in word.clone().step_by(8) {
        let bits = 64 - 8 * (word.end - at).min(8);
        let eight = eight(&text[at..]) << bits >> bits;
        hash = (hash.rotate_left(23) ^ eight).wrapping_mul(secret);
    }
    hash
}

/// Returns the first eight bytes, padded with zeros if there are fewer.
fn eight(bytes: &[u8]) -> u64 {
    let first = bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; 8];
        padded[..bytes.len()].copy_from_slice(bytes);
        padded
    });
    u64::from_le_bytes(first)
}

/// Returns which of up to 64 bytes are ASCII letters or digits, the first in the lowest bit.
fn letters_and_digits(block: &[u8]) -> u64 {
    let eights = block.chunks(8).zip((0..).step_by(8));
    eights.fold(0, |bits, (bytes, at)| bits | alphanumeric(eight(bytes)) << at)
}

/// Returns the same for eight bytes. Each byte has a sum of its own, whose highest bit says whether
/// the byte is at least as large as another.
fn alphanumeric(eight: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = EACH << 7;
    let low = eight & !HIGHEST;
    let small = low | (u64::from(b' ') * EACH);
    let at_least = |bytes: u64, least: u8| bytes + u64::from(0x80 - least) * EACH;
    let letters = at_least(small, b'a') & !at_least(small, b'z' + 1);
    let digits = at_least(low, b'0') & !at_least(low, b'9' + 1);
    let found = (letters | digits) & !eight & HIGHEST;
    // Gathers the highest bits of all eight in the topmost byte.
    (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
