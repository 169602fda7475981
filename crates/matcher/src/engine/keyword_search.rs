//! One search for all distinct keywords.

use super::address::{Address, Scopes};
use super::ascii_words::AsciiWord;
use super::automaton::{KeywordAutomaton, MAX_TABLE_BYTES, head_bytes};
use super::candidates::{Candidates, KeywordBytes};
use super::keywords::Keywords;
use super::whole_words::WholeWords;
use super::windows::Windows;

/// The properties of a keyword that are known before it is searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeywordSpec {
    /// Whether occurrences inside words count for no watch.
    pub(crate) whole_words_only: bool,
    pub(crate) at: Address,
}

/// Finds every occurrence of every keyword, overlapping ones too. May leave out occurrences inside
/// words of keywords that count as whole words only, and all occurrences of keywords that are
/// looked for in none of the scopes.
#[derive(Debug)]
pub(crate) struct KeywordSearch {
    large: Option<Box<Large>>,
    /// Searches for all keywords if they are few, else for those that fit nowhere else.
    automaton: Option<KeywordAutomaton>,
    /// The addresses of the automaton's keywords.
    addresses: Vec<Address>,
}

#[derive(Debug)]
struct Large {
    whole_words: WholeWords,
    windows: Windows,
}

impl KeywordSearch {
    /// Builds a search for folded keywords.
    pub(crate) fn build(keywords: &Keywords, wanted: impl Fn(usize) -> KeywordSpec) -> Self {
        let address = |number: u32| wanted(number as usize).at;
        let of = |numbers: &[u32]| -> usize {
            numbers.iter().map(|number| head_bytes(keywords.get(*number as usize))).sum()
        };
        let all: Vec<u32> = (0..keywords.len() as u32).collect();
        let (large, left) = if of(&all) <= MAX_TABLE_BYTES {
            (None, all)
        } else {
            let (words, mut others): (Vec<u32>, Vec<u32>) =
                all.into_iter().partition(|number| wanted(*number as usize).whole_words_only);
            let (whole_words, unfit) = WholeWords::build(keywords, &words, address);
            others.extend(unfit);
            let (windows, left) = match of(&others) {
                ..=MAX_TABLE_BYTES => (Windows::default(), others),
                _ => Windows::build(keywords, &others, address),
            };
            let large = Large { whole_words, windows };
            (Some(Box::new(large)), left)
        };
        let of_left: Vec<&[u8]> = left.iter().map(|n| keywords.get(*n as usize)).collect();
        KeywordSearch {
            large,
            automaton: (!left.is_empty()).then(|| KeywordAutomaton::build(&of_left)),
            addresses: left.into_iter().map(address).collect(),
        }
    }

    /// Calls `report` with the address of a keyword and the end of its occurrence. `words` is
    /// scratch space.
    pub(crate) fn scan(
        &self,
        records: &impl KeywordBytes,
        text: &[u8],
        words: &mut Vec<AsciiWord>,
        scopes: Scopes,
        mut report: impl FnMut(u32, usize),
    ) {
        if let Some(large) = &self.large {
            let mut candidates = Candidates::new(records, text, &mut report);
            large.whole_words.scan(words, scopes, &mut candidates);
            large.windows.scan(scopes, &mut candidates);
        }
        if let Some(automaton) = &self.automaton {
            let is_wanted = |nth: usize| self.addresses[nth].scopes & scopes != 0;
            automaton.scan(text, is_wanted, |nth, end| report(self.addresses[nth].address, end));
        }
    }
}
