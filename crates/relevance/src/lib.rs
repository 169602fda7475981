//! Learns which matches of a keyword are relevant to a person.
//!
//! A keyword is often ambiguous: "rust" is a language, a game, and a reason to repaint a car. [`fit()`] learns from the
//! matches that a person called relevant or not, and the [`Model`] sets aside those that are probably not relevant, and
//! tells which words decided. [`is_audited`] chooses those that are shown anyway, and [`upper_bound`] tells what they
//! prove. Without a clock, random numbers and I/O, so that it runs in the browser, too. `just bench relevance` measures
//! how well it learns.

#![deny(missing_docs)]

mod audit;
mod described;
mod features;
mod fit;
mod model;
mod weights;

pub use audit::{AUDITED, is_audited, upper_bound};
pub use described::{Described, described};
pub use features::{Clue, Features};
pub use fit::{Commonness, Example, fit};
pub use model::Model;

/// The fewest labels of each kind from which a keyword is learned.
pub const MIN_LABELS: usize = 10;

#[cfg(test)]
mod tests;
