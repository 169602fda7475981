//! What Harken has read of the subreddits that a user watches, how late, and what it has missed.

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
