//! Hearing tests: a test post that a user creates for one of their keywords, and its way to them.

mod start;
mod steps;

pub use start::*;
pub use steps::*;
