//! Where people talk: a room for each source, with its client and what it says, and the items that all of
//! them give.

mod error;
pub mod hacker_news;
mod html;
mod item;
pub mod reddit;
mod text;

pub use error::ForumError;
pub use item::{ForumItem, Page};
