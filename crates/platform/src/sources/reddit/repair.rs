//! Makes an answer's text readable for a strict JSON parser.

use std::borrow::Cow;

/// Replaces escapes of half surrogate pairs (`\ud83d` without its other half), which some forum
/// texts contain and no Rust string can hold, by the escape of U+FFFD. Everything else is
/// unchanged.
pub(super) fn repair_surrogates(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut repaired: Option<String> = None;
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|b| b.iter().position(|c| *c == b'\\')) {
        let escape = at + found;
        let Some(unit) = unit_at(bytes, escape) else {
            // Another escape: it and the character it protects are skipped.
            at = escape + 2;
            continue;
        };
        at = escape + 6;
        let half = match unit {
            0xD800..=0xDBFF if matches!(unit_at(bytes, at), Some(0xDC00..=0xDFFF)) => {
                at += 6;
                false
            }
            0xD800..=0xDFFF => true,
            _ => false,
        };
        if half {
            let text = repaired.get_or_insert_with(|| String::with_capacity(json.len()));
            // All bytes of an escape are ASCII, so both ends are boundaries of characters.
            text.push_str(&json[copied..escape]);
            text.push_str("\\ufffd");
            copied = at;
        }
    }
    match repaired {
        Some(mut text) => {
            text.push_str(&json[copied..]);
            Cow::Owned(text)
        }
        None => Cow::Borrowed(json),
    }
}

/// Returns the code unit of the escape `\uXXXX` at `at`, if there is one.
fn unit_at(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + 6)?;
    if !escape.starts_with(b"\\u") || !escape[2..].iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u16::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_halves_are_replaced() {
        let cases = [
            (r#""plain""#, r#""plain""#),
            (r#""\ud83d\udd25""#, r#""\ud83d\udd25""#),
            (r#""\ud83d!""#, r#""\ufffd!""#),
            (r#""\uDD25 é""#, r#""\ufffd é""#),
            (r#""\ud83d\ud83d\udd25""#, r#""\ufffd\ud83d\udd25""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\\\ud83d""#, r#""\\\ufffd""#),
            (r#""\ud83"#, r#""\ud83"#),
            (r#""\ud83d"#, r#""\ufffd"#),
            (r#""\"#, r#""\"#),
        ];
        for (given, wanted) in cases {
            assert_eq!(repair_surrogates(given), wanted, "{given}");
        }
    }
}
