//! One automaton over keywords.

use aho_corasick::automaton::Automaton;
use aho_corasick::{Anchored, nfa::contiguous};

use super::keywords::Keywords;
use super::table::Table;

/// The most bytes of heads of keywords for which the automaton is a full table. The table is several
/// times as fast as the compact form while it fits the processor's second cache (some 1.5 MB at this
/// size).
pub(crate) const MAX_TABLE_BYTES: usize = 16 * 1024;

#[derive(Debug)]
enum Engine {
    Table(Table),
    Compact(Box<contiguous::NFA>),
}

/// The most bytes of a keyword that the automaton looks for, its head; the rest is compared where these are
/// found. Longer parts would make the table larger, and the parts of a text that are scanned side by
/// side overlap further.
const MAX_HEAD_BYTES: usize = 12;

/// Returns the length of a keyword's head.
pub(crate) fn head_bytes(keyword: &[u8]) -> usize {
    keyword.len().min(MAX_HEAD_BYTES)
}

/// Finds every occurrence of every keyword, overlapping ones too, in one pass.
#[derive(Debug)]
pub(crate) struct KeywordAutomaton {
    engine: Engine,
    /// The rests of the keywords.
    tails: Keywords,
}

impl KeywordAutomaton {
    /// Builds an automaton over folded keywords, which are numbered in the order given.
    pub(crate) fn build<K: AsRef<[u8]>>(keywords: &[K]) -> Self {
        let mut tails = Keywords::default();
        let split = keywords.iter().map(|keyword| {
            let keyword = keyword.as_ref();
            let (head, tail) = keyword.split_at(head_bytes(keyword));
            tails.push(tail);
            head
        });
        let keywords: Vec<&[u8]> = split.collect();
        let bytes: usize = keywords.iter().map(|head| head.len()).sum();
        let engine = if bytes <= MAX_TABLE_BYTES {
            Engine::Table(Table::build(&keywords))
        } else {
            let built = contiguous::Builder::new().prefilter(false).build(&keywords);
            // Fails only past 2^31 states or keywords, some 200 GB of memory.
            Engine::Compact(Box::new(built.expect("keywords have fewer than 2^31 states")))
        };
        KeywordAutomaton { engine, tails }
    }

    /// Calls `report` with the number of a keyword and the end of its occurrence, in any order, for
    /// keywords that are wanted.
    pub(crate) fn scan(
        &self,
        text: &[u8],
        is_wanted: impl Fn(usize) -> bool,
        mut report: impl FnMut(usize, usize),
    ) {
        let mut report_whole = |number: usize, end: usize| {
            if is_wanted(number) {
                let tail = self.tails.get(number);
                if text[end..].starts_with(tail) {
                    report(number, end + tail.len());
                }
            }
        };
        match &self.engine {
            Engine::Table(table) => table.scan(text, &mut report_whole),
            Engine::Compact(compact) => scan_compact(compact, text, &mut report_whole),
        }
    }
}

/// Scans with the compact form.
fn scan_compact(compact: &contiguous::NFA, text: &[u8], report: &mut impl FnMut(usize, usize)) {
    let mut state = compact.start_state(Anchored::No).expect("unanchored searches are allowed");
    for (byte, end) in text.iter().zip(1..) {
        state = compact.next_state(Anchored::No, state, *byte);
        // The other special state is the dead one, which unanchored overlapping search never meets.
        if compact.is_special(state) && compact.is_match(state) {
            for nth in 0..compact.match_len(state) {
                report(compact.match_pattern(state, nth).as_usize(), end);
            }
        }
    }
}
