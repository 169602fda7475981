//! The coverage of the subreddits that a user watches: what Harken has read, how late, and what it
//! has missed.

mod body;
mod keyword;
mod overview;
mod place;
mod plan;

pub use body::*;
pub use keyword::*;
pub use overview::*;
pub use place::*;
pub use plan::*;
