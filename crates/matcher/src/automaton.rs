//! One automaton over keywords.

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::{Anchored, dfa, nfa::contiguous};

/// Up to this many bytes of keywords the automaton is a full table, which is two to three times
/// as fast as the compact form while it fits the processor's second cache (some 2 MB at this
/// size), and slower than that form beyond.
pub(crate) const TABLE_LIMIT_BYTES: usize = 16 * 1024;

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
    /// Keywords are folded bytes; they are numbered in the order given.
    pub(crate) fn build<K: AsRef<[u8]>>(keywords: &[K]) -> Self {
        // Building fails only past 2^31 states or keywords, some 200 GB of memory; starting fails
        // only for a kind of search that the automaton was not built for.
        const SIZE: &str = "keywords exceed 2^31 states";
        const KIND: &str = "both automata allow unanchored searches";
        let bytes: usize = keywords.iter().map(|k| k.as_ref().len()).sum();
        let (engine, start) = if bytes <= TABLE_LIMIT_BYTES {
            let table = dfa::Builder::new()
                .prefilter(false)
                .build(keywords)
                .expect(SIZE);
            let start = table.start_state(Anchored::No).expect(KIND);
            (Engine::Table(table), start)
        } else {
            let compact = contiguous::Builder::new()
                .prefilter(false)
                .build(keywords)
                .expect(SIZE);
            let start = compact.start_state(Anchored::No).expect(KIND);
            (Engine::Compact(compact), start)
        };
        KeywordAutomaton { engine, start }
    }

    /// Calls `found` with the number of a keyword and the end of its occurrence, in any order.
    pub(crate) fn scan(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let whole = Part {
            state: self.start,
            from: 0,
            to: text.len(),
            after: 0,
        };
        match &self.engine {
            Engine::Table(table) => scan_in_parts(table, text, whole, &mut found),
            Engine::Compact(compact) => go_on(compact, text, whole, &mut found),
        }
    }
}

/// Parts of a text that are gone through side by side: a step waits for the one before it, and not for
/// those of the other parts.
const PARTS: usize = 4;
/// A text is not worth dividing into parts of so many bytes or fewer.
const SHORT: usize = 16;

/// A part of a text while it is gone through.
#[derive(Clone, Copy)]
struct Part {
    state: StateID,
    /// The bytes that are left, by place.
    from: usize,
    to: usize,
    /// What ends up to here is told by the part before.
    after: usize,
}

fn scan_in_parts<A: Automaton>(
    automaton: &A,
    text: &[u8],
    whole: Part,
    found: &mut impl FnMut(usize, usize),
) {
    // A part begins with what a keyword that ends in it can begin with.
    let shared = automaton.max_pattern_len().saturating_sub(1);
    let length = (text.len() + (PARTS - 1) * shared).div_ceil(PARTS);
    if length <= SHORT.max(2 * shared) {
        return go_on(automaton, text, whole, found);
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
    for part in go_on_together(automaton, text, parts, found) {
        go_on(automaton, text, part, found);
    }
}

/// Goes through the parts as far as the shortest reaches, and gives what is left.
fn go_on_together<A: Automaton>(
    automaton: &A,
    text: &[u8],
    mut parts: [Part; PARTS],
    found: &mut impl FnMut(usize, usize),
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
                tell(automaton, *state, part.from + at + 1, part.after, found);
            }
        }
    }
    for (part, state) in parts.iter_mut().zip(states) {
        part.state = state;
        part.from += steps;
    }
    parts
}

/// Goes through what is left of a part.
fn go_on<A: Automaton>(
    automaton: &A,
    text: &[u8],
    part: Part,
    found: &mut impl FnMut(usize, usize),
) {
    let mut state = part.state;
    for (byte, end) in text[part.from..part.to].iter().zip(part.from + 1..) {
        state = automaton.next_state(Anchored::No, state, *byte);
        if automaton.is_special(state) {
            tell(automaton, state, end, part.after, found);
        }
    }
}

/// Tells of the keywords that end in a special state: those are matches, and the dead state, which
/// unanchored overlapping search never meets.
// By itself, so that the loops have all registers.
#[inline(never)]
fn tell<A: Automaton>(
    automaton: &A,
    state: StateID,
    end: usize,
    after: usize,
    found: &mut impl FnMut(usize, usize),
) {
    if automaton.is_match(state) && end > after {
        for nth in 0..automaton.match_len(state) {
            found(automaton.match_pattern(state, nth).as_usize(), end);
        }
    }
}
