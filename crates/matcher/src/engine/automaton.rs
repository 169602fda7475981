//! One automaton over keywords.

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::{Anchored, dfa, nfa::contiguous};

/// The most bytes of keywords for which the automaton is a full table. The table is two to three
/// times as fast as the compact form while it fits the processor's second cache (some 2 MB at this
/// size), and slower than that form beyond.
pub(crate) const MAX_TABLE_BYTES: usize = 16 * 1024;

#[derive(Debug)]
enum Engine {
    Table(dfa::DFA),
    Compact(contiguous::NFA),
}

/// Finds every occurrence of every keyword, overlapping ones too, in one pass.
#[derive(Debug)]
pub(crate) struct KeywordAutomaton {
    engine: Engine,
    start: StateID,
}

impl KeywordAutomaton {
    /// Builds an automaton over folded keywords, which are numbered in the order given.
    pub(crate) fn build<K: AsRef<[u8]>>(keywords: &[K]) -> Self {
        // Building fails only past 2^31 states or keywords, some 200 GB of memory; starting fails
        // only for a kind of search that the automaton was not built for.
        const SIZE: &str = "keywords exceed 2^31 states";
        const KIND: &str = "both automata allow unanchored searches";
        let bytes: usize = keywords.iter().map(|k| k.as_ref().len()).sum();
        let (engine, start) = if bytes <= MAX_TABLE_BYTES {
            let table = dfa::Builder::new().prefilter(false).build(keywords).expect(SIZE);
            let start = table.start_state(Anchored::No).expect(KIND);
            (Engine::Table(table), start)
        } else {
            let compact = contiguous::Builder::new().prefilter(false).build(keywords).expect(SIZE);
            let start = compact.start_state(Anchored::No).expect(KIND);
            (Engine::Compact(compact), start)
        };
        KeywordAutomaton { engine, start }
    }

    /// Calls `report` with the number of a keyword and the end of its occurrence, in any order.
    pub(crate) fn scan(&self, text: &[u8], mut report: impl FnMut(usize, usize)) {
        let whole = Part { state: self.start, from: 0, to: text.len(), after: 0 };
        match &self.engine {
            Engine::Table(table) => scan_in_parts(table, text, whole, &mut report),
            Engine::Compact(compact) => scan_part(compact, text, whole, &mut report),
        }
    }
}

/// The number of parts of a text that are scanned side by side: a step waits for the previous step
/// of its own part only.
const PARTS: usize = 4;
/// The largest size of a part for which dividing a text is not worthwhile.
const MIN_PART_BYTES: usize = 16;

/// A part of a text while it is scanned.
#[derive(Clone, Copy)]
struct Part {
    state: StateID,
    /// The bytes that remain, by position.
    from: usize,
    to: usize,
    /// The previous part reports what ends at or before this position.
    after: usize,
}

fn scan_in_parts<A: Automaton>(
    automaton: &A,
    text: &[u8],
    whole: Part,
    report: &mut impl FnMut(usize, usize),
) {
    // A part begins early enough to hold the beginning of every keyword that ends in it.
    let shared = automaton.max_pattern_len().saturating_sub(1);
    let length = (text.len() + (PARTS - 1) * shared).div_ceil(PARTS);
    if length <= MIN_PART_BYTES.max(2 * shared) {
        return scan_part(automaton, text, whole, report);
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
    for part in scan_interleaved(automaton, text, parts, report) {
        scan_part(automaton, text, part, report);
    }
}

/// Scans the parts as far as the shortest reaches, and returns what remains of them.
fn scan_interleaved<A: Automaton>(
    automaton: &A,
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
            *state = automaton.next_state(Anchored::No, *state, *byte);
        }
        for (state, part) in states.iter().zip(&parts) {
            if automaton.is_special(*state) {
                report_matches(automaton, *state, part.from + at + 1, part.after, report);
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
fn scan_part<A: Automaton>(
    automaton: &A,
    text: &[u8],
    part: Part,
    report: &mut impl FnMut(usize, usize),
) {
    let mut state = part.state;
    for (byte, end) in text[part.from..part.to].iter().zip(part.from + 1..) {
        state = automaton.next_state(Anchored::No, state, *byte);
        if automaton.is_special(state) {
            report_matches(automaton, state, end, part.after, report);
        }
    }
}

/// Reports the keywords that end in a special state: those are matches, and the dead state, which
/// unanchored overlapping search never meets.
// A function of its own, so that the loops have all registers.
#[inline(never)]
fn report_matches<A: Automaton>(
    automaton: &A,
    state: StateID,
    end: usize,
    after: usize,
    report: &mut impl FnMut(usize, usize),
) {
    if automaton.is_match(state) && end > after {
        for nth in 0..automaton.match_len(state) {
            report(automaton.match_pattern(state, nth).as_usize(), end);
        }
    }
}
