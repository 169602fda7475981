//! Strangers' texts where one line is shown.

/// Returns `text` on one line: without line breaks, control characters and the characters that reverse what
/// follows them, with which a title could change how the words of others beside it read.
pub fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words = words.map(|word| word.replace(reorders, "")).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether `c` begins or ends an embedding, an override or an isolate (Unicode Standard Annex 9). Marks
/// of direction, which affect only their neighbours, are not among them: texts in Arabic and Hebrew need them.
pub fn reorders(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether `text` looks like an address: as the text of a link that leads elsewhere, it would lie.
pub fn looks_like_address(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("://") || text.contains("www.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_adds_a_line_or_reverses_its_surroundings() {
        for (text, line) in [
            ("Hi\r\nBcc: all@example.com\u{0}\u{2028}\tthere", "Hi Bcc: all@example.com there"),
            ("a\u{85}b\u{2029}c\u{b}d", "a b c d"),
            ("safe\u{202e}txt.exe\u{202c} \u{2067}x\u{2069}", "safetxt.exe x"),
            ("\u{200f}שלום\u{200e}!", "\u{200f}שלום\u{200e}!"),
            ("👩\u{200d}💻 \u{202d} ", "👩\u{200d}💻"),
            ("\u{202e}\n\u{1b}[31m", "[31m"),
            (" \n ", ""),
        ] {
            assert_eq!(one_line(text), line, "{text:?}");
        }
    }

    #[test]
    fn an_address_is_no_text_for_a_link() {
        for text in ["https://bank.example/login", "see HTTP://a.example", "WWW.bank.example"] {
            assert!(looks_like_address(text), "{text}");
        }
        for text in ["Node.js 24 is out", "bank: sign in", "a//b", ""] {
            assert!(!looks_like_address(text), "{text}");
        }
    }
}
