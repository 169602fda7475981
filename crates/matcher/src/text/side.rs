//! The characters before and after a position, as readers see them.

use super::fold::is_ignorable;
use super::marks::is_mark;
use crate::unicode::decompose;

/// The characters on one side of a position, the nearest first, without those that extend others or
/// cannot be seen. A sign is the nearest of the characters that it is short for, such as the k of ㎏.
// One type and not adapters of iterators, which would be compiled again for each of their uses.
#[derive(Clone)]
pub(super) struct Side<'a> {
    text: &'a str,
    is_before: bool,
}

pub(super) fn forward(text: &str) -> Side<'_> {
    Side { text, is_before: false }
}

pub(super) fn backward(text: &str) -> Side<'_> {
    Side { text, is_before: true }
}

impl Iterator for Side<'_> {
    type Item = char;

    #[inline(never)]
    fn next(&mut self) -> Option<char> {
        loop {
            let mut chars = self.text.chars();
            let c = if self.is_before { chars.next_back() } else { chars.next() }?;
            self.text = chars.as_str();
            if c.is_ascii_graphic() {
                return Some(c);
            }
            if !is_ignorable(c) && !is_mark(c) {
                return Some(edge(c, self.is_before));
            }
        }
    }
}

impl Side<'_> {
    /// Skips the nearest character.
    pub(super) fn beyond(mut self) -> Self {
        self.next();
        self
    }
}

/// Returns the first or last of the characters that a sign is short for.
fn edge(c: char, last: bool) -> char {
    let mut edge = None;
    if !c.is_ascii() && !c.is_alphanumeric() {
        decompose(c, |part| edge = edge.filter(|_| !last).or(Some(part)));
    }
    edge.unwrap_or(c)
}
