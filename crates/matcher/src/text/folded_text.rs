//! Folded text with the way back to the original.
//!
//! The automaton runs over folded bytes. Most of them represent themselves, one original character
//! for one folded character of the same length, so the way back is a difference of offsets that
//! holds for long stretches. Where it does not hold there is a [`Replacement`].

use std::ops::Range;

use super::ascii::{CHUNK, FOLD, KEEP, before, fold_simple, is_simple};
use super::emoji::end_of_sequence;
use super::fold::{Case, extends_cluster, is_ignorable, push_folded};
use crate::item::Span;

/// Separates two fields. No keyword can contain it, since folding drops control characters.
const FIELD_END: u8 = 0;

/// A piece of folded text that does not represent itself. A match may begin at its start or end at
/// its end, never inside. An empty folded range represents characters that were dropped.
#[derive(Clone, Debug)]
struct Replacement {
    folded: Range<u32>,
    source: Range<u32>,
}

/// One or more fields, folded into one run of bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoldedText {
    bytes: Vec<u8>,
    replacements: Vec<Replacement>,
    chars: Vec<char>,
    had_backtick: bool,
}

impl FoldedText {
    /// Returns whether a field had a backtick, which folds to an apostrophe.
    pub(super) fn had_backtick(&self) -> bool {
        self.had_backtick
    }

    pub(crate) fn clear(&mut self) {
        self.had_backtick = false;
        self.bytes.clear();
        self.replacements.clear();
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends a field and returns the offset at which it begins.
    pub(crate) fn push_field(&mut self, text: &str, case: Case) -> usize {
        self.push_rest(text, 0, case)
    }

    /// Like [`FoldedText::push_field`], for the part of a text from `at` on.
    pub(crate) fn push_rest(&mut self, text: &str, mut at: usize, case: Case) -> usize {
        if !self.bytes.is_empty() {
            self.bytes.push(FIELD_END);
        }
        let begin = self.bytes.len();
        // Offsets into the original restart with every field.
        self.push_replacement(begin, at..at);
        while at < text.len() {
            at = self.push_ascii(text, at, begin, case);
            if let Some(c) = text[at..].chars().next() {
                at = self.push_char(text, at, c, begin, case);
            }
        }
        begin
    }

    /// Appends ASCII up to the first byte that needs special treatment, and returns its position.
    fn push_ascii(&mut self, text: &str, at: usize, begin: usize, case: Case) -> usize {
        let table = if case == Case::Fold { &FOLD } else { &KEEP };
        let source = &text.as_bytes()[at..];
        let mut previous =
            if self.bytes.len() > begin { self.bytes[self.bytes.len() - 1] } else { 0 };
        let mut taken = 0;
        loop {
            let chunk = source[taken..].first_chunk::<CHUNK>();
            let before = match taken.checked_sub(1) {
                Some(before) => source[before..].first_chunk().copied(),
                None => chunk.map(|chunk| before(previous, chunk)),
            };
            if let Some(chunk) = chunk.filter(|chunk| is_simple(&before.unwrap_or_default(), chunk))
            {
                let folded = fold_simple(chunk, case);
                self.bytes.extend_from_slice(&folded);
                previous = folded[CHUNK - 1];
                taken += CHUNK;
                continue;
            }
            let rest = &source[taken..source.len().min(taken + CHUNK)];
            let (mut bytes, mut count) = ([0; CHUNK], 0);
            for byte in rest {
                let folded = table[usize::from(*byte)];
                if folded == 0 || (folded == b' ' && previous == b' ') {
                    break;
                }
                self.had_backtick |= *byte == b'`';
                previous = folded;
                bytes[count] = folded;
                count += 1;
            }
            self.bytes.extend_from_slice(&bytes[..count]);
            taken += count;
            if count < CHUNK {
                break;
            }
        }
        at + taken
    }

    /// Appends one character that is not plain ASCII, and returns the position after it.
    fn push_char(&mut self, text: &str, at: usize, c: char, begin: usize, case: Case) -> usize {
        let next = at + c.len_utf8();
        let after_space = self.bytes.len() > begin && self.bytes.last() == Some(&b' ');
        if c.is_whitespace() {
            if after_space {
                self.widen_space(next);
            } else {
                self.bytes.push(b' ');
                self.push_replacement(self.bytes.len() - 1, at..next);
            }
            return next;
        }
        let open = self.bytes.len() > begin && !after_space && !self.ends_dropped(begin);
        if open && extends_cluster(text[..at].chars().next_back(), c) {
            return self.push_cluster(text, at, case);
        }
        if is_ignorable(c) {
            if self.ends_dropped(begin) {
                self.extend_last(next);
            } else {
                self.push_replacement(self.bytes.len(), at..next);
            }
            return next;
        }
        let start = self.bytes.len();
        if is_plain(c) {
            self.bytes.extend_from_slice(&text.as_bytes()[at..next]);
            return next;
        }
        // No letter begins one.
        let sequence = if c.is_alphanumeric() { None } else { end_of_sequence(text, at) };
        let next = sequence.unwrap_or(next);
        push_folded(&text[at..next], case, &mut self.chars, &mut self.bytes);
        if self.chars.len() != 1 || self.bytes.len() - start != next - at {
            self.push_replacement(start, at..next);
        }
        next
    }

    /// Folds the character before `at` again, together with what extends it.
    fn push_cluster(&mut self, text: &str, at: usize, case: Case) -> usize {
        let mut end = at;
        let mut previous = text[..at].chars().next_back();
        for c in text[at..].chars() {
            if !extends_cluster(previous, c) {
                break;
            }
            end += c.len_utf8();
            previous = Some(c);
        }
        let (start, source) = match self.replacements.last() {
            Some(last)
                if last.folded.end as usize == self.bytes.len() && !last.folded.is_empty() =>
            {
                let place = (last.folded.start as usize, last.source.start as usize);
                self.replacements.pop();
                place
            }
            _ => {
                let start = last_char_start(&self.bytes);
                (start, self.source_of(start, self.replacements.len()))
            }
        };
        self.bytes.truncate(start);
        push_folded(&text[source..end], case, &mut self.chars, &mut self.bytes);
        self.push_replacement(start, source..end);
        end
    }

    /// Makes the space at the end represent all white space up to `source_end`.
    fn widen_space(&mut self, source_end: usize) {
        let space = self.bytes.len() - 1;
        // What was dropped after the space becomes part of it.
        while self.replacements.last().is_some_and(|r| r.folded.start as usize > space) {
            self.replacements.pop();
        }
        if self.replacements.last().is_some_and(|r| r.folded.end as usize > space) {
            self.extend_last(source_end);
        } else {
            let source = self.source_of(space, self.replacements.len());
            self.push_replacement(space, source..source_end);
        }
    }

    /// Returns whether the field ends with a dropped character.
    fn ends_dropped(&self, begin: usize) -> bool {
        self.bytes.len() > begin
            && self
                .replacements
                .last()
                .is_some_and(|r| r.folded.is_empty() && r.folded.start as usize == self.bytes.len())
    }

    fn extend_last(&mut self, source_end: usize) {
        if let Some(last) = self.replacements.last_mut() {
            last.source.end = source_end as u32;
        }
    }

    /// Records that the folded bytes from `start` on represent `source`.
    fn push_replacement(&mut self, start: usize, source: Range<usize>) {
        self.replacements.push(Replacement {
            folded: start as u32..self.bytes.len() as u32,
            source: source.start as u32..source.end as u32,
        });
    }

    /// Returns the original position of a folded one that is after the first `replacements`
    /// replacements and in none.
    fn source_of(&self, folded: usize, replacements: usize) -> usize {
        match replacements.checked_sub(1).map(|last| &self.replacements[last]) {
            Some(last) => last.source.end as usize + (folded - last.folded.end as usize),
            None => folded,
        }
    }

    /// Returns the original bytes of a range of folded ones, or `None` if it begins or ends inside
    /// what one original character became.
    pub(crate) fn span(&self, folded: Range<usize>) -> Option<Span> {
        let start = {
            let next = self.replacements.partition_point(|r| r.folded.end as usize <= folded.start);
            match self.replacements.get(next) {
                Some(replacement) if (replacement.folded.start as usize) < folded.start => {
                    return None;
                }
                Some(replacement) if replacement.folded.start as usize == folded.start => {
                    replacement.source.start as usize
                }
                _ => self.source_of(folded.start, next),
            }
        };
        let end = {
            let next = self.replacements.partition_point(|r| (r.folded.end as usize) < folded.end);
            match self.replacements.get(next) {
                Some(replacement) if (replacement.folded.start as usize) < folded.end => {
                    if replacement.folded.end as usize != folded.end {
                        return None;
                    }
                    replacement.source.end as usize
                }
                _ => self.source_of(folded.end, next),
            }
        };
        Some(Span { start, end })
    }
}

/// Returns whether a character beyond ASCII represents itself: Chinese characters do, which have
/// neither case nor parts. This is only a shortcut.
fn is_plain(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}')
}

fn last_char_start(bytes: &[u8]) -> usize {
    let continuation = |b: &u8| b & 0b1100_0000 == 0b1000_0000;
    bytes.iter().rposition(|b| !continuation(b)).unwrap_or(0)
}

/// Returns whether a text equals the keyword when case matters.
pub(super) fn is_exactly(text: &str, keyword: &[u8], folder: &mut FoldedText) -> bool {
    if text.as_bytes() == keyword {
        return true;
    }
    folder.clear();
    folder.push_field(text, Case::Keep);
    folder.bytes() == keyword
}
