//! ASCII, which makes up most texts: folded a chunk or a byte at a time.

use super::fold::Case;

/// Returns a table from ASCII bytes to their folded form, or 0 for a dropped byte. Every kind of
/// white space becomes a space, and a backtick the apostrophe for which it is typed.
const fn ascii_table(case: Case) -> [u8; 256] {
    let mut table = [0; 256];
    let mut b = 0;
    while b < 128 {
        let byte = b as u8;
        table[b] = match byte {
            b'\t'..=b'\r' => b' ',
            0..b' ' | 127 => 0,
            b'`' => b'\'',
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

/// Returns the byte before each byte of a chunk.
pub(super) fn before(previous: u8, chunk: &[u8; CHUNK]) -> [u8; CHUNK] {
    let mut before = [previous; CHUNK];
    before[1..].copy_from_slice(&chunk[..CHUNK - 1]);
    before
}

/// Returns whether all bytes are visible ASCII without backticks, or single spaces and line ends,
/// given the bytes before them. There are no branches, so that it compiles to a few vector
/// instructions.
#[inline]
pub(super) fn is_simple(before: &[u8; CHUNK], chunk: &[u8; CHUNK]) -> bool {
    let is_space = |byte: u8| (byte == b' ') | (byte == b'\n');
    let was_space = |byte: u8| (byte == b' ') | (byte.wrapping_sub(b'\t') <= b'\r' - b'\t');
    let odd = |(byte, before): (&u8, &u8)| {
        let unseen = !(b' '..=b'~').contains(byte) & (*byte != b'\n');
        unseen | (*byte == b'`') | (is_space(*byte) & was_space(*before))
    };
    !chunk.iter().zip(before).fold(false, |any, pair| any | odd(pair))
}

/// Returns the folded form of simple bytes.
#[inline]
pub(super) fn fold_simple(chunk: &[u8; CHUNK], case: Case) -> [u8; CHUNK] {
    let spaced = chunk.map(|byte| if byte == b'\n' { b' ' } else { byte });
    match case {
        Case::Fold => spaced.map(|byte| byte.to_ascii_lowercase()),
        Case::Keep => spaced,
    }
}
