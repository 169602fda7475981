//! Hearing tests: a post that a user plants for one of their keywords, and its way to them.

mod start;
mod steps;

pub use start::*;
pub use steps::*;
