//! Paragraphs, which a blank line ends. No piece extends over the end of one.

/// Returns whether the first line of a text is blank and another follows.
pub(super) fn begins_blank(text: &[u8]) -> bool {
    let mut seen = text.iter().filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    seen.next() == Some(&b'\n')
}

/// Returns the positions at which paragraphs end in a text.
pub(super) fn ends(text: &[u8]) -> impl Iterator<Item = usize> {
    let lines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    lines.map(|(at, _)| at).filter(|at| begins_blank(&text[at + 1..]))
}

/// Returns `length` if the first `length` bytes of a text are in one paragraph, else fails with it.
pub(super) fn unbroken(text: &[u8], length: usize) -> Result<usize, usize> {
    match ends(&text[..length]).next() {
        None => Ok(length),
        Some(_) => Err(length),
    }
}
