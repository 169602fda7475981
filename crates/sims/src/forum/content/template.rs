//! Fills in templates.
//!
//! `{tool}` takes a word from the bank `tool` and keeps it for the whole thread; `{tool2}` takes
//! another one from the same bank; `{~tip}` takes one that the thread has not used yet, each time;
//! a capital (`{Tip}`) capitalises; `{a|b|c}` takes one of three; `{n:2-9}` takes a number.
//! `{{` and `}}` stand for braces.

use std::collections::BTreeMap;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::Words;

/// The words that a thread has chosen so far.
#[derive(Debug, Default, Clone)]
pub struct Bindings(BTreeMap<String, String>);

/// Fills in `template` from `words`.
pub fn fill(template: &str, words: &Words, bound: &mut Bindings, rng: &mut ChaCha8Rng) -> String {
    let mut out = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        if tail.starts_with("{{") || tail.starts_with("}}") {
            out.push_str(&tail[..1]);
            rest = &tail[2..];
            continue;
        }
        let Some(end) = tail.find('}').filter(|_| tail.starts_with('{')) else {
            out.push_str(&tail[..1]);
            rest = &tail[1..];
            continue;
        };
        out.push_str(&slot(&tail[1..end], words, bound, rng));
        rest = &tail[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Returns true if `words` has a bank for every slot of `template`.
pub fn fits(template: &str, words: &Words) -> bool {
    slots(template).all(|name| words.contains_key(&bank_of(name)))
}

/// Returns the names between single braces that need a bank.
fn slots(template: &str) -> impl Iterator<Item = &str> {
    let mut rest = template;
    std::iter::from_fn(move || {
        loop {
            let tail = &rest[rest.find('{')?..];
            if let Some(after) = tail.strip_prefix("{{") {
                rest = after;
                continue;
            }
            let end = tail.find('}')?;
            rest = &tail[end + 1..];
            let name = &tail[1..end];
            if !name.contains('|') && !name.starts_with("n:") {
                return Some(name);
            }
        }
    })
}

fn bank_of(name: &str) -> String {
    let name = name.trim_start_matches('~').to_ascii_lowercase();
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

fn slot(name: &str, words: &Words, bound: &mut Bindings, rng: &mut ChaCha8Rng) -> String {
    if name.contains('|') {
        let choices: Vec<&str> = name.split('|').collect();
        return choices.choose(rng).copied().unwrap_or_default().to_owned();
    }
    if let Some((low, high)) = name.strip_prefix("n:").and_then(|range| range.split_once('-')) {
        let low: u32 = low.parse().unwrap_or(1);
        let high: u32 = high.parse().unwrap_or(low).max(low);
        return rng.random_range(low..=high).to_string();
    }
    let (name, fresh) = name.strip_prefix('~').map_or((name, false), |name| (name, true));
    let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
    let key = name.to_ascii_lowercase();
    let word = match bound.0.get(&key).filter(|_| !fresh) {
        Some(word) => word.clone(),
        None => {
            let word = unused(words.get(&bank_of(&key)).map_or(&[], Vec::as_slice), bound, rng);
            let key = if fresh { format!("~{}", bound.0.len()) } else { key };
            bound.0.insert(key, word.clone());
            word
        }
    };
    if capital { capitalise(&word) } else { word }
}

/// Returns a word from the bank that the thread has not used yet, or any once all are used.
fn unused(bank: &[String], bound: &Bindings, rng: &mut ChaCha8Rng) -> String {
    let left: Vec<&String> =
        bank.iter().filter(|word| !bound.0.values().any(|used| used == *word)).collect();
    match left.choose(rng) {
        Some(word) => (*word).clone(),
        None => bank.choose(rng).cloned().unwrap_or_default(),
    }
}

fn capitalise(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
