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

    /// Calls `found` with the number of a keyword and the end of its occurrence, in the order of
    /// the ends.
    pub(crate) fn scan(&self, text: &[u8], found: impl FnMut(usize, usize)) {
        match &self.engine {
            Engine::Table(table) => run(table, self.start, text, found),
            Engine::Compact(compact) => run(compact, self.start, text, found),
        }
    }
}

fn run<A: Automaton>(
    automaton: &A,
    start: StateID,
    text: &[u8],
    mut found: impl FnMut(usize, usize),
) {
    let mut state = start;
    for (at, byte) in text.iter().enumerate() {
        state = automaton.next_state(Anchored::No, state, *byte);
        // Special are matches, and the dead state, which unanchored overlapping search never meets.
        if automaton.is_special(state) && automaton.is_match(state) {
            for nth in 0..automaton.match_len(state) {
                found(automaton.match_pattern(state, nth).as_usize(), at + 1);
            }
        }
    }
}
