//! The bytes that markup is made of, found many at a time, since most texts have none.

/// Whether to look at many bytes at a time. The browser's build has no instructions for it, and
/// their replacement is large and slow.
const WIDE: bool = cfg!(not(target_arch = "wasm32"));

/// Returns whether markup may begin anywhere in a text.
// A function of its own, since among other code the compiler takes one byte after the other.
#[inline(never)]
pub(crate) fn may_have_markup(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk().filter(|_| WIDE) else {
        return text.iter().any(|byte| may_begin(*byte));
    };
    text.as_chunks().0.iter().any(has_any) || has_any(last)
}

/// Returns whether markup may begin at any of these bytes.
fn has_any(chunk: &[u8; 32]) -> bool {
    let bits = chunk.iter().map(|byte| u8::from(may_begin(*byte)));
    bits.fold(0, |any, bit| any | bit) != 0
}

/// Returns the first position at or after `at` where markup may begin.
#[inline(never)]
pub(super) fn next_beginning(text: &[u8], mut at: usize) -> Option<usize> {
    while let Some(chunk) = text[at..].first_chunk().filter(|_| WIDE)
        && !has_any(chunk)
    {
        at += chunk.len();
    }
    let next = text[at..].iter().position(|byte| may_begin(*byte))?;
    Some(at + next)
}

/// Returns whether markup may begin with a byte: ``[ \ _ ` & * < > ~``, and `]` and `^`, which are
/// between these.
fn may_begin(byte: u8) -> bool {
    (byte.wrapping_sub(b'[') <= b'`' - b'[')
        | (byte == b'&')
        | (byte == b'*')
        | (byte | (b'<' ^ b'>') == b'>')
        | (byte == b'~')
}

/// Returns whether a byte has a meaning in markup: one that may begin it, ends a paragraph or
/// begins an address.
fn is_mark(byte: u8) -> bool {
    may_begin(byte) | (byte == b'\n') | (byte == b':')
}

/// The marks of a text.
#[derive(Default)]
pub(super) struct Marks {
    /// The marks of the last chunk that was looked at, the first in the lowest bit.
    bits: u16,
    /// The end of that chunk.
    end: usize,
}

const CHUNK: usize = u16::BITS as usize;

/// Returns which bytes are marks, the first in the lowest bit.
fn marks_of(chunk: &[u8; CHUNK]) -> u16 {
    let mut bits = [0; CHUNK];
    for (nth, (bit, byte)) in bits.iter_mut().zip(chunk).enumerate() {
        *bit = u8::from(is_mark(*byte)) << (nth % 8);
    }
    let halves = bits.as_chunks::<8>().0;
    let halves = [0, 1].map(|half: usize| halves[half].iter().fold(0, |all, bit| all | bit));
    u16::from_le_bytes(halves)
}

impl Marks {
    /// Returns the position of the first mark at or after `at`, which must not decrease between
    /// calls.
    pub(super) fn next(&mut self, text: &[u8], mut at: usize) -> Option<usize> {
        if at < self.end {
            let left = self.bits >> (CHUNK - (self.end - at));
            if left != 0 {
                return Some(at + left.trailing_zeros() as usize);
            }
            at = self.end;
        }
        while let Some(chunk) = text[at..].first_chunk().filter(|_| WIDE) {
            let bits = marks_of(chunk);
            if bits != 0 {
                (self.bits, self.end) = (bits, at + CHUNK);
                return Some(at + bits.trailing_zeros() as usize);
            }
            at += CHUNK;
        }
        let next = text[at..].iter().position(|byte| is_mark(*byte))?;
        Some(at + next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_marks_are_found(text in "[a*:é\n]{0,80}") {
            let text = text.as_bytes();
            let (mut marks, mut found) = (Marks::default(), Vec::new());
            let mut at = 0;
            while let Some(next) = marks.next(text, at) {
                found.push(next);
                at = next + 1;
            }
            let all: Vec<usize> = (0..text.len()).filter(|at| is_mark(text[*at])).collect();
            prop_assert_eq!(found, all);
            prop_assert_eq!(may_have_markup(text), text.contains(&b'*'));
        }
    }
}
