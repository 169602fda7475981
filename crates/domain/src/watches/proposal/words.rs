//! Finds words and pairs of words that occur in irrelevant matches, and in no opened one.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use analyser::is_stop_word;
use matcher::{Filters, Item, Kind, VisibleText, folded};

use super::{Judged, MAX_JUDGED, MIN_DROPPED, Matched, Set};

/// The most words that are tried, the commonest.
const MAX_WORDS: usize = 40;
/// The most words of one irrelevant match that are read.
const MAX_WORDS_OF_ONE: usize = 2_000;
const MAX_CHARS: usize = 40;
const MIN_CHARS: usize = 3;

/// Parts of addresses, which are not words of a sentence.
const OF_ADDRESSES: [&str; 3] = ["http", "https", "www"];

/// Returns the words, the commonest first, or no words once time is up.
pub(super) fn common_words(
    judged: &Judged<Matched>,
    filters: Filters,
    is_over: &mut dyn FnMut() -> bool,
) -> Vec<String> {
    let mut found: HashMap<String, Set> = HashMap::new();
    for (place, one) in judged.not_relevant.iter().enumerate().take(MAX_JUDGED) {
        let mut left = MAX_WORDS_OF_ONE;
        each(&one.item.item(), filters, &mut |phrase| {
            left = left.saturating_sub(1);
            if left > 0 && is_telling(phrase) {
                *found.entry(phrase.to_owned()).or_default() |= 1 << place;
            }
        });
        if is_over() {
            return Vec::new();
        }
    }
    found.retain(|_, items| items.count_ones() >= MIN_DROPPED);
    for one in &judged.opened {
        each(&one.item.item(), filters, &mut |phrase| {
            found.remove(phrase);
        });
        if is_over() {
            return Vec::new();
        }
    }
    let mut undecided: HashMap<String, u32> = HashMap::new();
    for one in &judged.undecided {
        let mut once = HashSet::new();
        each(&one.item.item(), filters, &mut |phrase| {
            if found.contains_key(phrase) && once.insert(phrase.to_owned()) {
                *undecided.entry(phrase.to_owned()).or_default() += 1;
            }
        });
        if is_over() {
            return Vec::new();
        }
    }
    let mut found: Vec<(String, Set)> = found.into_iter().collect();
    found.sort_by_cached_key(|(phrase, items)| {
        let also = undecided.get(phrase).copied().unwrap_or_default();
        let dropped = Reverse(items.count_ones());
        (dropped, also, phrase.len(), phrase.clone())
    });
    let found = found.into_iter().take(MAX_WORDS);
    found.map(|(phrase, _)| phrase).collect()
}

/// Passes to `give` each word, and each two words separated only by a space, of the text that the watch
/// searches.
fn each(item: &Item<'_>, filters: Filters, give: &mut dyn FnMut(&str)) {
    let title = (item.kind == Kind::Post).then_some(item.title);
    let body = (!filters.match_titles_only).then_some(item.body);
    for text in title.into_iter().chain(body) {
        let seen = VisibleText::of(text);
        let text = seen.as_ref().map_or(text, VisibleText::text);
        let text = match filters.case_sensitive {
            true => Cow::Borrowed(text),
            false => Cow::Owned(folded(text)),
        };
        let mut before: Option<(usize, usize)> = None;
        for (start, end) in words(&text) {
            give(&text[start..end]);
            if let Some((first, _)) = before.filter(|(_, over)| &text[*over..start] == " ") {
                give(&text[first..end]);
            }
            before = Some((start, end));
        }
    }
}

/// Returns the positions of words.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut began = None;
    for (at, c) in text.char_indices() {
        match began {
            None if c.is_alphanumeric() => began = Some(at),
            Some(start) if !c.is_alphanumeric() => {
                words.push((start, at));
                began = None;
            }
            _ => (),
        }
    }
    words.extend(began.map(|start| (start, text.len())));
    words
}

/// Returns whether the phrase says something about a subject, and is not too long to be a word.
pub(super) fn is_telling(phrase: &str) -> bool {
    let chars = phrase.chars().count();
    let mut words = phrase.split(' ');
    (MIN_CHARS..=MAX_CHARS).contains(&chars)
        && words.any(|word| {
            let word = word.to_lowercase();
            word.chars().count() >= MIN_CHARS
                && !is_stop_word(&word)
                && !OF_ADDRESSES.contains(&word.as_str())
        })
}
