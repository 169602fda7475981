//! Words that an apostrophe joins: what French and Italian put before a vowel, and English contractions.

use super::side::Side;
use super::typing::is_apostrophe;

/// Pronouns and particles that a verb follows.
const BEFORE_VERBS: [&str; 6] = ["c", "j", "m", "n", "s", "t"];
/// Articles and the like, before which names appear as well: "AI" is one in "L'AI", and a verb in "J'AI".
const BEFORE_NOUNS: [&str; 8] = ["d", "jusqu", "l", "lorsqu", "puisqu", "qu", "quelqu", "quoiqu"];
/// The short verbs and pronouns that are not looked for as words of their own behind those, like the "ai" of
/// "j'ai". Names and nouns are ("l'eau", "dell'AI"), as is what English has behind the same letters ("t'was").
const JOINED: [&str; 27] = [
    "a", "ai", "aie", "ait", "as", "avait", "avez", "avons", "elle", "elles", "en", "es", "est",
    "eu", "eut", "ha", "hai", "hanno", "ho", "il", "ils", "on", "ont", "un", "une", "y", "è",
];
/// The ends of English contractions, like the "re" of "we're".
const CONTRACTED: [&str; 7] = ["d", "ll", "m", "re", "s", "t", "ve"];
/// Whole words that have an apostrophe within them.
const WHOLE: [(&str, &str); 9] = [
    ("aujourd", "hui"),
    ("c", "mon"),
    ("d", "abord"),
    ("d", "accord"),
    ("d", "ailleurs"),
    ("g", "day"),
    ("ma", "am"),
    ("o", "clock"),
    ("y", "all"),
];
/// The letters of the longest of these words, and one more.
const MAX_LETTERS: usize = 8;

/// Returns whether an apostrophe joins the word after it to the one before it. `before` are the characters before the
/// apostrophe, the nearest first, and `after` those behind it.
pub(super) fn is_joined(before: Side<'_>, after: Side<'_>) -> bool {
    let mut first: Vec<char> = Vec::new();
    for c in before.take(MAX_LETTERS) {
        if is_apostrophe(c) {
            // "rock'n'roll"
            return false;
        }
        if !c.is_alphanumeric() {
            break;
        }
        first.push(c.to_ascii_lowercase());
    }
    let first: String = first.into_iter().rev().collect();
    let written: String = after.take(MAX_LETTERS).take_while(|c| c.is_alphanumeric()).collect();
    let following = written.to_ascii_lowercase();
    let is_elided = if BEFORE_VERBS.contains(&&*first) {
        JOINED.contains(&&*following)
    } else {
        BEFORE_NOUNS.contains(&&*first) && JOINED.contains(&&*written)
    };
    let is_contracted = !first.is_empty() && CONTRACTED.contains(&&*following);
    is_elided || is_contracted || WHOLE.contains(&(first.as_str(), following.as_str()))
}
