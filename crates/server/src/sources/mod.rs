//! Where people talk: a room for each source, with its client and what it says, and the items that all of
//! them give.

mod item;
pub mod reddit;

pub use item::ForumItem;
