//! Hacker News: its items, and the client of its API.
//!
//! Source: the documentation of the API, github.com/HackerNews/API. Ids count up over stories,
//! comments, jobs and polls alike; a recently assigned one may answer `null` for a while. Texts are
//! HTML.

mod client;
mod item;
mod stream;

pub use client::{Answer, HackerNews};
pub(super) use item::PREFIX;
pub use item::{Item, PLACE, Thread, forum_id, id_of};
pub use stream::LastIds;
