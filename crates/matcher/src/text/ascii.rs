//! ASCII, which makes up most texts: folded a chunk or a byte at a time.

use super::fold::Case;

/// Returns a table from ASCII bytes to their folded form, or 0 for a dropped byte. Every kind of
/// white space becomes a space.
const fn ascii_table(case: Case) -> [u8; 256] {
    let mut table = [0; 256];
    let mut b = 0;
    while b < 128 {
        let byte = b as u8;
        table[b] = match byte {
            b'\t'..=b'\r' => b' ',
            0..b' ' | 127 => 0,
            b'A'..=b'Z' if matches!(case, Case::Fold) => byte.to_ascii_lowercase(),
            _ => byte,
        };
        b += 1;
    }
    table
}

pub(super) static FOLD: [u8; 256] = ascii_table(Case::Fold);
pub(super) static KEEP: [u8; 256] = ascii_table(Case::Keep);

/// The number of bytes that are looked at together.
pub(super) const CHUNK: usize = 16;

/// Returns whether all bytes are visible ASCII, or single spaces. There are no branches, so that it
/// compiles to a few vector instructions.
#[inline]
pub(super) fn is_simple(previous: u8, chunk: &[u8; CHUNK]) -> bool {
    let mut before = [previous; CHUNK];
    before[1..].copy_from_slice(&chunk[..CHUNK - 1]);
    let odd = |(byte, before): (&u8, &u8)| {
        !(b' '..=b'~').contains(byte) | ((*byte == b' ') & (*before == b' '))
    };
    !chunk.iter().zip(&before).fold(false, |any, pair| any | odd(pair))
}
