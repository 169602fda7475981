//! Folded text with the way back to the original.
//!
//! The automaton runs over folded bytes. Most of them stand for themselves, one original character
//! to one folded character of the same length, so the way back is a difference of offsets that
//! holds for long stretches. Where it does not hold there is a [`Joint`].

use std::ops::Range;

use crate::Span;
pub(crate) use crate::fold::Case;
use crate::fold::{hangs_on, is_ignorable, push_folded};

/// Parts two fields. No keyword can contain it, since folding drops control characters.
const FIELD_END: u8 = 0;

/// A piece of folded text that does not stand for itself. A match may begin at its start or end
/// at its end, never inside. An empty folded range stands for characters that were dropped.
#[derive(Clone, Debug)]
struct Joint {
    folded: Range<u32>,
    source: Range<u32>,
}

/// One or more fields, folded into one run of bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoldedText {
    bytes: Vec<u8>,
    joints: Vec<Joint>,
    chars: Vec<char>,
}

/// What to do with an ASCII byte: its folded form, or 0 for one that is dropped. Every kind of
/// white space becomes a space.
const fn ascii_table(case: Case) -> [u8; 256] {
    let mut table = [0; 256];
    let mut b = 0;
    while b < 128 {
        let byte = b as u8;
        table[b] = match byte {
            b'\t'..=b'\r' => b' ',
            0..b' ' | 127 => 0,
            b'A'..=b'Z' if matches!(case, Case::Fold) => byte.to_ascii_lowercase(),
            _ => byte,
        };
        b += 1;
    }
    table
}

static FOLD: [u8; 256] = ascii_table(Case::Fold);
static KEEP: [u8; 256] = ascii_table(Case::Keep);

impl FoldedText {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.joints.clear();
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends a field and gives the offset at which it begins.
    pub(crate) fn push_field(&mut self, text: &str, case: Case) -> usize {
        if !self.bytes.is_empty() {
            self.bytes.push(FIELD_END);
        }
        let begin = self.bytes.len();
        // Offsets into the original start again with every field.
        self.push_joint(begin, 0..0);
        let mut at = 0;
        while at < text.len() {
            at = self.push_ascii(text, at, begin, case);
            if let Some(c) = text[at..].chars().next() {
                at = self.push_odd(text, at, c, begin, case);
            }
        }
        begin
    }

    /// Appends ASCII up to the first byte that needs care, and gives that byte's place.
    fn push_ascii(&mut self, text: &str, at: usize, begin: usize, case: Case) -> usize {
        let table = if case == Case::Fold { &FOLD } else { &KEEP };
        let source = &text.as_bytes()[at..];
        let mut previous = if self.bytes.len() > begin {
            self.bytes[self.bytes.len() - 1]
        } else {
            0
        };
        let mut taken = 0;
        loop {
            let chunk = source[taken..].first_chunk::<CHUNK>();
            if let Some(chunk) = chunk.filter(|chunk| is_easy(previous, chunk)) {
                self.bytes.extend_from_slice(&match case {
                    Case::Fold => chunk.map(|b| b.to_ascii_lowercase()),
                    Case::Keep => *chunk,
                });
                previous = chunk[CHUNK - 1];
                taken += CHUNK;
                continue;
            }
            let rest = &source[taken..source.len().min(taken + CHUNK)];
            let before = taken;
            self.bytes.extend(rest.iter().map_while(|b| {
                let folded = table[usize::from(*b)];
                if folded == 0 || (folded == b' ' && previous == b' ') {
                    return None;
                }
                previous = folded;
                taken += 1;
                Some(folded)
            }));
            if taken - before < CHUNK {
                break;
            }
        }
        at + taken
    }

    /// Appends one character that is not plain ASCII, and gives the place after it.
    fn push_odd(&mut self, text: &str, at: usize, c: char, begin: usize, case: Case) -> usize {
        let next = at + c.len_utf8();
        let after_space = self.bytes.len() > begin && self.bytes.last() == Some(&b' ');
        if c.is_whitespace() {
            if after_space {
                self.widen_space(next);
            } else {
                self.bytes.push(b' ');
                self.push_joint(self.bytes.len() - 1, at..next);
            }
            return next;
        }
        let open = self.bytes.len() > begin && !after_space && !self.ends_dropped(begin);
        if open && hangs_on(text[..at].chars().next_back(), c) {
            return self.push_hanging(text, at, case);
        }
        if is_ignorable(c) {
            if self.ends_dropped(begin) {
                self.extend_last(next);
            } else {
                self.push_joint(self.bytes.len(), at..next);
            }
            return next;
        }
        let start = self.bytes.len();
        if is_plain(c) {
            self.bytes.extend_from_slice(&text.as_bytes()[at..next]);
            return next;
        }
        push_folded(&text[at..next], case, &mut self.chars, &mut self.bytes);
        if self.chars.len() != 1 || self.bytes.len() - start != next - at {
            self.push_joint(start, at..next);
        }
        next
    }

    /// Folds the character before `at` once more, together with what hangs on it.
    fn push_hanging(&mut self, text: &str, at: usize, case: Case) -> usize {
        let mut end = at;
        let mut previous = text[..at].chars().next_back();
        for c in text[at..].chars() {
            if !hangs_on(previous, c) {
                break;
            }
            end += c.len_utf8();
            previous = Some(c);
        }
        let (start, source) = match self.joints.last() {
            Some(last)
                if last.folded.end as usize == self.bytes.len() && !last.folded.is_empty() =>
            {
                let place = (last.folded.start as usize, last.source.start as usize);
                self.joints.pop();
                place
            }
            _ => {
                let start = last_char_start(&self.bytes);
                (start, self.source_of(start, self.joints.len()))
            }
        };
        self.bytes.truncate(start);
        push_folded(&text[source..end], case, &mut self.chars, &mut self.bytes);
        self.push_joint(start, source..end);
        end
    }

    /// Lets the space at the end stand for all white space up to `source_end`.
    fn widen_space(&mut self, source_end: usize) {
        let space = self.bytes.len() - 1;
        // What was dropped after the space becomes part of it.
        while self
            .joints
            .last()
            .is_some_and(|j| j.folded.start as usize > space)
        {
            self.joints.pop();
        }
        if self
            .joints
            .last()
            .is_some_and(|j| j.folded.end as usize > space)
        {
            self.extend_last(source_end);
        } else {
            let source = self.source_of(space, self.joints.len());
            self.push_joint(space, source..source_end);
        }
    }

    /// Whether the last thing in the field was a dropped character.
    fn ends_dropped(&self, begin: usize) -> bool {
        self.bytes.len() > begin
            && self
                .joints
                .last()
                .is_some_and(|j| j.folded.is_empty() && j.folded.start as usize == self.bytes.len())
    }

    fn extend_last(&mut self, source_end: usize) {
        if let Some(last) = self.joints.last_mut() {
            last.source.end = source_end as u32;
        }
    }

    /// Records that the folded bytes from `start` on stand for `source`.
    fn push_joint(&mut self, start: usize, source: Range<usize>) {
        self.joints.push(Joint {
            folded: start as u32..self.bytes.len() as u32,
            source: source.start as u32..source.end as u32,
        });
    }

    /// The original place of a folded one that lies behind the first `joints` joints and in none.
    fn source_of(&self, folded: usize, joints: usize) -> usize {
        match joints.checked_sub(1).map(|last| &self.joints[last]) {
            Some(last) => last.source.end as usize + (folded - last.folded.end as usize),
            None => folded,
        }
    }

    /// The original bytes of a stretch of folded ones, or `None` when it begins or ends inside
    /// what one original character became.
    pub(crate) fn span(&self, folded: Range<usize>) -> Option<Span> {
        let start = {
            let next = self
                .joints
                .partition_point(|j| j.folded.end as usize <= folded.start);
            match self.joints.get(next) {
                Some(joint) if (joint.folded.start as usize) < folded.start => return None,
                Some(joint) if joint.folded.start as usize == folded.start => {
                    joint.source.start as usize
                }
                _ => self.source_of(folded.start, next),
            }
        };
        let end = {
            let next = self
                .joints
                .partition_point(|j| (j.folded.end as usize) < folded.end);
            match self.joints.get(next) {
                Some(joint) if (joint.folded.start as usize) < folded.end => {
                    if joint.folded.end as usize != folded.end {
                        return None;
                    }
                    joint.source.end as usize
                }
                _ => self.source_of(folded.end, next),
            }
        };
        Some(Span { start, end })
    }
}

/// Bytes that are looked at together.
const CHUNK: usize = 16;

/// Whether all bytes are ASCII that can be seen, or single spaces. Without branches, so that it takes
/// a few instructions of the wide kind.
fn is_easy(previous: u8, chunk: &[u8; CHUNK]) -> bool {
    let mut before = [previous; CHUNK];
    before[1..].copy_from_slice(&chunk[..CHUNK - 1]);
    let odd = |(byte, before): (&u8, &u8)| {
        !(b' '..=b'~').contains(byte) | ((*byte == b' ') & (*before == b' '))
    };
    !chunk
        .iter()
        .zip(&before)
        .fold(false, |any, pair| any | odd(pair))
}

/// Whether a character beyond ASCII stands for itself: Chinese characters, which have neither case
/// nor parts. Only a shortcut.
fn is_plain(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}')
}

fn last_char_start(bytes: &[u8]) -> usize {
    let continuation = |b: &u8| b & 0b1100_0000 == 0b1000_0000;
    bytes.iter().rposition(|b| !continuation(b)).unwrap_or(0)
}

/// A keyword in its compared form, without white space around it. Empty if nothing visible is left.
pub(crate) fn fold_keyword(keyword: &str, case: Case) -> Vec<u8> {
    let mut folded = FoldedText::default();
    folded.push_field(keyword, case);
    folded.bytes.trim_ascii().to_vec()
}
