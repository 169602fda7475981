//! Finds words of items that are one slip away from a word of the rule: an extra letter, a missing letter, a
//! wrong one, or two that are swapped. The first letter is hardly ever wrong, and a difference at the end is
//! mostly another form of the word.

use std::collections::HashMap;

use matcher::{Chip, ChipForm, Filters, Item, Kind, folded};

use super::common_words::is_common;
use super::words::{is_text, words_of};
use crate::watches::OwnRule;

/// The shortest word that is checked: shorter ones are one slip away from many others.
const MIN_CHARS: usize = 6;
/// The most words of one item that are read.
const MAX_WORDS_OF_ONE: usize = 2_000;
/// The most words of one rule that are searched for.
const MAX_WORDS: usize = 20;

/// The words of a rule that may be misspelt, and the misspellings that were seen.
pub(super) struct Misspellings {
    words: Vec<String>,
    filters: Filters,
    /// Each misspelling with its index among the changes that are tried.
    seen: HashMap<String, usize>,
}

impl Misspellings {
    pub(super) fn of(rule: &OwnRule) -> Self {
        let chips = rule.chips().unwrap_or_default();
        let searched = |chip: &&Chip| is_text(chip) && matches!(chip.form, ChipForm::Words { .. });
        let chips = chips.groups.iter().flatten().filter(searched);
        let words = chips.flat_map(|chip| words_of(&chip.text));
        let mut words: Vec<String> = words
            .map(|word| in_case(word, rule.filters))
            .filter(|word| word.chars().count() >= MIN_CHARS && is_word(word))
            .collect();
        words.sort_unstable();
        words.dedup();
        words.truncate(MAX_WORDS);
        Self { words, filters: rule.filters, seen: HashMap::new() }
    }

    /// Returns words of the rule, each with its misspelling in the parts of the item that the rule
    /// searches.
    pub(super) fn of_item(&self, item: &Item<'_>) -> Vec<(String, String)> {
        if self.words.is_empty() {
            return Vec::new();
        }
        let title = (item.kind == Kind::Post).then_some(item.title);
        let body = (!self.filters.match_titles_only).then_some(item.body);
        let texts = title.into_iter().chain(body);
        let mut found = Vec::new();
        for part in texts.flat_map(words_of).take(MAX_WORDS_OF_ONE) {
            let near = self.words.iter().find(|word| may_be_near(word, part));
            let Some(word) = near else {
                continue;
            };
            let written = in_case(part, self.filters);
            let is_new = !found.iter().any(|(_, other)| *other == written);
            if is_new && is_misspelling(word, &written) {
                found.push((word.clone(), written));
            }
        }
        found
    }

    /// Returns the index recorded for a misspelling.
    pub(super) fn place(&self, written: &str) -> Option<usize> {
        self.seen.get(written).copied()
    }

    /// Records the index of a misspelling among the changes that are tried, or `None` if it makes no
    /// rule that can be stored.
    pub(super) fn note(&mut self, written: String, place: Option<usize>) {
        self.seen.extend(place.map(|place| (written, place)));
    }

    pub(super) fn len(&self) -> usize {
        self.seen.len()
    }
}

/// Returns true if a word of a keyword is this one, in any spelling.
pub(super) fn is_same_word(written: &str, word: &str) -> bool {
    written == word || folded(written) == word
}

/// Returns a text with one word replaced by another.
pub(super) fn with_word(text: &str, word: &str, other: &str) -> String {
    let place = words_of(text).find(|written| is_same_word(written, word));
    let Some(written) = place else {
        return text.to_owned();
    };
    let start = written.as_ptr() as usize - text.as_ptr() as usize;
    let (before, after) = (&text[..start], &text[start + written.len()..]);
    format!("{before}{other}{after}")
}

fn in_case(word: &str, filters: Filters) -> String {
    match filters.case_sensitive {
        true => word.to_owned(),
        false => folded(word),
    }
}

fn is_word(text: &str) -> bool {
    text.chars().all(char::is_alphabetic)
}

/// Returns whether the words may be near: a cheap check, since nearly all words are not.
fn may_be_near(word: &str, other: &str) -> bool {
    const MAX_BYTES_OF_CHAR: usize = 4;
    let first = |text: &str| text.chars().next().map(|c| c.to_lowercase().next());
    other.len().abs_diff(word.len()) <= MAX_BYTES_OF_CHAR && first(word) == first(other)
}

fn is_misspelling(word: &str, written: &str) -> bool {
    is_word(written) && is_one_slip(word, written) && !is_common(&written.to_lowercase())
}

/// Returns whether the words are at a Damerau distance of one, with the same beginning and end.
fn is_one_slip(word: &str, written: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (word.chars().collect(), written.chars().collect());
    let same = |(x, y): &(&char, &char)| x == y;
    let before = a.iter().zip(&b).take_while(same).count();
    let (rest_a, rest_b) = (&a[before..], &b[before..]);
    let ends = rest_a.iter().rev().zip(rest_b.iter().rev());
    let after = ends.take_while(same).count();
    let differs_inside = before > 0 && after > 0;
    match (&rest_a[..rest_a.len() - after], &rest_b[..rest_b.len() - after]) {
        ([_], []) | ([], [_]) | ([_], [_]) => differs_inside,
        // Swaps count at the end, too: no form of a word is made by swapping letters.
        ([p, q], [r, s]) => before > 0 && p == s && q == r,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_inside_a_word_is_a_misspelling() {
        for written in
            ["kubernetees", "kubernets", "kubernates", "kubenretes", "kuberneets", "kubernetse"]
        {
            assert!(is_misspelling("kubernetes", written), "{written}");
        }
    }

    #[test]
    fn other_forms_other_words_and_two_slips_are_none() {
        for (word, written) in [
            ("kubernetes", "kubernetes"),
            ("teapot", "teapots"),
            ("teapots", "teapot"),
            ("kubernetes", "kubernetez"),
            ("kubernetes", "cubernetes"),
            ("kubernetes", "kuberneetees"),
            ("kubernetes", "kubern3tes"),
            ("marital", "martial"),
            ("planned", "planed"),
        ] {
            assert!(!is_misspelling(word, written), "{word}, {written}");
        }
    }
}
