//! Finds many keywords in a text: folded bytes in, keywords and where they end out.

mod address;
mod ascii_words;
mod automaton;
mod bloom_filter;
mod candidates;
mod keyword_search;
mod keywords;
mod slots;
mod table;
mod whole_words;
mod windows;

pub(crate) use address::{Address, Scopes};
pub(crate) use ascii_words::AsciiWord;
pub(crate) use automaton::KeywordAutomaton;
pub(crate) use candidates::{Candidates, KeywordBytes};
pub(crate) use keyword_search::{KeywordSearch, KeywordSpec};
pub(crate) use keywords::{KeywordInterner, Keywords};
pub(crate) use windows::Windows;
