//! An automaton as a table of all steps, small enough for the processor's second cache.

use std::collections::{HashMap, HashSet};

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::{Anchored, nfa::noncontiguous};

/// States by number. Those near the start, which most steps lead to, have the lowest numbers, so that
/// they share cache lines; those in which a keyword ends have the highest.
#[derive(Debug)]
pub(super) struct Table {
    /// Where the steps of each byte begin in `steps`. Bytes that no keyword has share theirs.
    bytes: Box<[u32; 256]>,
    /// The next state, by byte and state.
    steps: Box<[u16]>,
    start: u16,
    /// The first state in which a keyword ends.
    first_match: u16,
    /// The keywords that end in each of these states.
    matches: Box<[Box<[u32]>]>,
    max_keyword_bytes: usize,
}

impl Table {
    /// Builds a table for keywords of fewer than 2^16 bytes together.
    pub(super) fn build(keywords: &[&[u8]]) -> Self {
        let built = noncontiguous::Builder::new().prefilter(false).build(keywords);
        let nfa = built.expect("the keywords have fewer than 2^16 states");
        let start = nfa.start_state(Anchored::No).expect("unanchored searches are allowed");
        let (bytes, own_bytes) = classes(keywords);
        let states = states(&nfa, start, &own_bytes);
        let numbers: HashMap<StateID, u16> = states.iter().copied().zip(0..).collect();
        let step =
            |state: &StateID, byte: &u8| numbers[&nfa.next_state(Anchored::No, *state, *byte)];
        let steps = own_bytes.iter().flat_map(|byte| states.iter().map(move |state| (state, byte)));
        let first_match = states.partition_point(|state| !nfa.is_match(*state));
        let ending = |state: &StateID| {
            let all = 0..nfa.match_len(*state);
            all.map(|nth| nfa.match_pattern(*state, nth).as_u32()).collect()
        };
        Table {
            bytes: Box::new(bytes.map(|class| class * states.len() as u32)),
            steps: steps.map(|(state, byte)| step(state, byte)).collect(),
            start: numbers[&start],
            first_match: first_match as u16,
            matches: states[first_match..].iter().map(ending).collect(),
            max_keyword_bytes: nfa.max_pattern_len(),
        }
    }

    fn next(&self, state: u16, byte: u8) -> u16 {
        self.steps[self.bytes[usize::from(byte)] as usize + usize::from(state)]
    }

    /// Calls `report` with the number of a keyword and the end of its occurrence, in any order.
    pub(super) fn scan(&self, text: &[u8], report: &mut impl FnMut(usize, usize)) {
        let whole = Part { state: self.start, from: 0, to: text.len(), after: 0 };
        // A part begins early enough to hold the beginning of every keyword that ends in it.
        let shared = self.max_keyword_bytes.saturating_sub(1);
        let length = (text.len() + (PARTS - 1) * shared).div_ceil(PARTS);
        // A step of all parts takes up to twice as long as one of a single part.
        if text.len() <= MIN_DIVIDED_BYTES.max(2 * length) {
            return self.scan_part(text, whole, report);
        }
        let parts = std::array::from_fn(|nth| {
            let from = nth * (length - shared);
            Part {
                from,
                to: text.len().min(from + length),
                after: if nth == 0 { 0 } else { from + shared },
                ..whole
            }
        });
        for part in self.scan_interleaved(text, parts, report) {
            self.scan_part(text, part, report);
        }
    }

    /// Scans the parts as far as the shortest reaches, and returns what remains of them.
    fn scan_interleaved(
        &self,
        text: &[u8],
        mut parts: [Part; PARTS],
        report: &mut impl FnMut(usize, usize),
    ) -> [Part; PARTS] {
        let lengths = parts.map(|part| part.to - part.from);
        let steps = lengths.into_iter().fold(text.len(), usize::min);
        let [a, b, c, d] = parts.map(|part| &text[part.from..][..steps]);
        let mut states = parts.map(|part| part.state);
        for (at, (((a, b), c), d)) in a.iter().zip(b).zip(c).zip(d).enumerate() {
            for (state, byte) in states.iter_mut().zip([a, b, c, d]) {
                *state = self.next(*state, *byte);
            }
            for (state, part) in states.iter().zip(&parts) {
                if *state >= self.first_match {
                    self.report_matches(*state, part.from + at + 1, part.after, report);
                }
            }
        }
        for (part, state) in parts.iter_mut().zip(states) {
            part.state = state;
            part.from += steps;
        }
        parts
    }

    /// Scans what remains of a part.
    fn scan_part(&self, text: &[u8], part: Part, report: &mut impl FnMut(usize, usize)) {
        let mut state = part.state;
        for (byte, end) in text[part.from..part.to].iter().zip(part.from + 1..) {
            state = self.next(state, *byte);
            if state >= self.first_match {
                self.report_matches(state, end, part.after, report);
            }
        }
    }

    // A function of its own, so that the loops have all registers.
    #[inline(never)]
    fn report_matches(
        &self,
        state: u16,
        end: usize,
        after: usize,
        report: &mut impl FnMut(usize, usize),
    ) {
        if end > after {
            for keyword in &self.matches[usize::from(state - self.first_match)] {
                report(*keyword as usize, end);
            }
        }
    }
}

/// The number of parts of a text that are scanned side by side: a step waits for the previous step
/// of its own part only.
const PARTS: usize = 4;

/// The size up to which dividing a text is not worthwhile.
const MIN_DIVIDED_BYTES: usize = 16;

/// A part of a text while it is scanned.
#[derive(Clone, Copy)]
struct Part {
    state: u16,
    /// The bytes that remain, by position.
    from: usize,
    to: usize,
    /// The previous part reports what ends at or before this position.
    after: usize,
}

/// Returns the class of each byte, 0 for those that no keyword has, and a byte of each class.
fn classes(keywords: &[&[u8]]) -> ([u32; 256], Vec<u8>) {
    let mut is_used = [false; 256];
    keywords.iter().copied().flatten().for_each(|byte| is_used[usize::from(*byte)] = true);
    let unused = (0..=u8::MAX).find(|byte| !is_used[usize::from(*byte)]);
    let mut own: Vec<u8> = unused.into_iter().collect();
    let mut classes = [0; 256];
    for byte in (0..=u8::MAX).filter(|byte| is_used[usize::from(*byte)]) {
        classes[usize::from(byte)] = own.len() as u32;
        own.push(byte);
    }
    (classes, own)
}

/// Returns all states that the start leads to, those in which no keyword ends before the others, and
/// the nearest first.
fn states(nfa: &noncontiguous::NFA, start: StateID, bytes: &[u8]) -> Vec<StateID> {
    let mut states = vec![start];
    let mut known: HashSet<StateID> = states.iter().copied().collect();
    let mut at = 0;
    while let Some(state) = states.get(at).copied() {
        let next = bytes.iter().map(|byte| nfa.next_state(Anchored::No, state, *byte));
        states.extend(next.filter(|next| known.insert(*next)));
        at += 1;
    }
    states.sort_by_key(|state| nfa.is_match(*state));
    states
}
