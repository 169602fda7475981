//! Queries: words joined by operators.
#![cfg_attr(not(feature = "query"), allow(dead_code, unused_imports))]

mod anchors;
mod bare;
#[cfg(feature = "query")]
mod chips;
mod distance;
mod error;
mod evaluate;
mod fields;
mod lexer;
mod limits;
mod names;
mod needle;
mod node;
mod normal;
mod parsed;
mod parser;
mod pattern;
mod print;
#[cfg(feature = "query")]
mod query_pattern;
mod rarity;
mod stopwatch;
mod term;
mod token;
mod word_rejection;

pub(crate) use anchors::Anchor;
#[cfg(feature = "query")]
pub use chips::{Chip, ChipError, ChipField, ChipForm, Chips, TooDeep};
pub(crate) use distance::apart;
pub use error::{QueryError, QueryProblem, Unanchored};
pub(crate) use evaluate::{Evaluator, Strictness};
pub use limits::{MAX_DEPTH, MAX_DISTANCE, MAX_PATTERNS, MAX_QUERY_CHARS, MAX_TERMS};
pub(crate) use node::{Near, Node};
pub(crate) use normal::{Conjunction, implied, normal, ways, words as normal_words};
pub use parsed::Query;
#[cfg(feature = "query")]
pub use query_pattern::QueryPattern;
pub(crate) use stopwatch::{Lap, Stopwatch};
pub(crate) use term::{Form, Term, TermField, WHOLE};
pub use word_rejection::WordRejection;
