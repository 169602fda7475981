//! Estimates how rare texts are.

/// Returns how rare a text is likely to be: long texts and rare letters weigh more.
pub(crate) fn weight(text: &[u8]) -> u32 {
    let of = |byte: &u8| match byte {
        b' ' => 1,
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'h' | b'r' => 2,
        b'j' | b'k' | b'q' | b'v' | b'x' | b'z' => 5,
        b'a'..=b'z' | b'0'..=b'9' => 3,
        _ => 4,
    };
    text.iter().map(of).sum()
}

/// Returns how rare it is likely to be that a text contains one of these.
pub(crate) fn worth<'a>(texts: impl Iterator<Item = &'a [u8]>) -> (u32, std::cmp::Reverse<usize>) {
    let mut count = 0;
    let lightest = texts.inspect(|_| count += 1).map(weight).min().unwrap_or(0);
    (lightest, std::cmp::Reverse(count))
}
