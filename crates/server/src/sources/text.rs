//! What is kept of texts, of every source alike.

pub(super) const MAX_TITLE_CHARS: usize = 1_000;
pub(super) const MAX_BODY_CHARS: usize = 100_000;
pub(super) const MAX_NAME_CHARS: usize = 200;
pub(super) const MAX_URL_CHARS: usize = 2_000;

/// Returns a text without NUL, which Postgres cannot store, and cut to a number of characters.
pub(super) fn clean(text: &str, most_chars: usize) -> String {
    text.chars()
        .filter(|c| *c != '\0')
        .take(most_chars)
        .collect()
}
