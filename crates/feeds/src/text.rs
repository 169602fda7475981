//! Bounds texts, and joins them into one line.

pub(crate) const MAX_TITLE_CHARS: usize = 1_000;
pub(crate) const MAX_CONTENT_CHARS: usize = 100_000;
pub(crate) const MAX_NAME_CHARS: usize = 200;
pub(crate) const MAX_KEY_CHARS: usize = 1_000;
pub(crate) const MAX_URL_BYTES: usize = 2_000;
pub(crate) const MAX_CATEGORIES: usize = 50;

/// Returns whether a character does not belong in a text: controls, and what XML 1.0 forbids.
fn is_junk(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Returns a text on one line: white space collapsed, junk removed, truncated.
pub(crate) fn line(text: &str, most_chars: usize) -> String {
    let mut out = String::new();
    let mut left = most_chars;
    for word in text.split(|c: char| c.is_whitespace() || is_junk(c)) {
        if word.is_empty() {
            continue;
        }
        if !out.is_empty() && left > 0 {
            out.push(' ');
            left -= 1;
        }
        for c in word.chars() {
            if left == 0 {
                return out;
            }
            out.push(c);
            left -= 1;
        }
    }
    out
}

/// Returns a text of any number of lines: trimmed, junk removed, truncated.
pub(crate) fn block(text: &str, most_chars: usize) -> String {
    let text = text.trim().chars().filter(|c| !is_junk(*c));
    text.take(most_chars).collect()
}

#[cfg(test)]
mod tests {
    use super::{block, line};

    #[test]
    fn a_line_has_single_spaces_and_an_end() {
        assert_eq!(line(" a\n\tb\0c ", 10), "a b c");
        assert_eq!(line("abc def", 5), "abc d");
        assert_eq!(line("äöü ß", 3), "äöü");
        assert_eq!(line("", 3), "");
    }

    #[test]
    fn a_block_keeps_its_lines() {
        assert_eq!(block("\n a\n\u{1}b \n", 10), "a\nb");
        assert_eq!(block("abc", 2), "ab");
    }
}
