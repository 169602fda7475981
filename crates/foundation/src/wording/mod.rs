//! Words that several texts share: labels of sites and places, plurals, and how one line is kept.

pub mod labels;
pub mod line;
pub mod plural;
