//! One search for all distinct keywords.

use crate::automaton::{KeywordAutomaton, TABLE_LIMIT_BYTES};
use crate::keywords::{Keywords, Wanted};
use crate::whole_words::{Run, WholeWords};
use crate::windows::Windows;

/// Finds every occurrence of every keyword, overlapping ones too. Of those keywords that only whole
/// words count for, it may leave out occurrences inside words.
#[derive(Debug)]
pub(crate) struct KeywordSearch {
    keywords: Keywords,
    large: Option<Box<Large>>,
    /// Of all keywords where they are few, else of those that have no place elsewhere.
    automaton: Option<KeywordAutomaton>,
    /// The numbers of the automaton's keywords, where they are not all.
    left: Vec<u32>,
}

#[derive(Debug)]
struct Large {
    whole_words: WholeWords,
    windows: Windows,
}

impl KeywordSearch {
    /// Takes folded keywords, which are numbered in the order given.
    pub(crate) fn build(list: &[Vec<u8>], wanted: impl Fn(usize) -> Wanted) -> Self {
        let keywords = Keywords::new(list);
        if keywords.bytes() <= TABLE_LIMIT_BYTES {
            return KeywordSearch {
                keywords,
                large: None,
                automaton: Some(KeywordAutomaton::build(list)),
                left: Vec::new(),
            };
        }
        let (words, mut others): (Vec<u32>, Vec<u32>) =
            (0..list.len() as u32).partition(|number| wanted(*number as usize).whole_words_only);
        let scopes = |number: u32| wanted(number as usize).scopes;
        let (whole_words, unfit) = WholeWords::build(&keywords, &words, scopes);
        others.extend(unfit);
        let (windows, left) = Windows::build(&keywords, &others, scopes);
        let of_left: Vec<&[u8]> = left.iter().map(|n| keywords.get(*n as usize)).collect();
        KeywordSearch {
            automaton: (!left.is_empty()).then(|| KeywordAutomaton::build(&of_left)),
            left,
            large: Some(Box::new(Large {
                whole_words,
                windows,
            })),
            keywords,
        }
    }

    /// Bytes of a keyword.
    pub(crate) fn length(&self, number: usize) -> usize {
        self.keywords.get(number).len()
    }

    /// Calls `found` with the number of a keyword and the end of its occurrence. `wanted` tells
    /// whether a keyword is worth a closer look, if it is looked for in one of the `scopes`;
    /// `runs` is room to work in.
    pub(crate) fn scan(
        &self,
        text: &[u8],
        runs: &mut Vec<Run>,
        scopes: u8,
        wanted: impl Fn(usize) -> bool,
        mut found: impl FnMut(usize, usize),
    ) {
        if let Some(large) = &self.large {
            let Large {
                whole_words,
                windows,
            } = &**large;
            whole_words.scan(&self.keywords, text, runs, scopes, &wanted, &mut found);
            windows.scan(&self.keywords, text, scopes, &wanted, &mut found);
        }
        if let Some(automaton) = &self.automaton {
            automaton.scan(text, |nth, end| {
                let number = self.left.get(nth).map_or(nth, |number| *number as usize);
                if wanted(number) {
                    found(number, end);
                }
            });
        }
    }
}
