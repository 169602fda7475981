//! Common English words: none of them is a misspelling of another.

use std::sync::LazyLock;

/// Words of five letters or more, in order. Lines that begin with `#` name their source.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("common_words.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// Returns true if a word of at least five letters, in lower case, is common.
pub(super) fn is_common(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_in_order_and_have_both_spellings() {
        assert!(WORDS.is_sorted());
        assert!(WORDS.iter().all(|word| word.len() >= 5));
        for word in ["marital", "martial", "colour", "color", "kettle"] {
            assert!(is_common(word), "{word}");
        }
        assert!(!is_common("kettel"));
    }
}
