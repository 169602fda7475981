//! Words that several texts share: labels of sites and places, plurals.

pub mod labels;
pub mod plural;
