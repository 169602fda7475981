//! Lemmy: the posts and comments of its instances, and the client of their API, in version 3.
//!
//! Sources: join-lemmy.org/docs and the source of LemmyNet/lemmy. An instance lists what it has of
//! its own communities and of those of others to which somebody there has subscribed. Numbers of
//! posts and comments are the instance's; the address `ap_id` is the same on all of them. Texts are
//! Markdown. Version 4 of the API comes with 1.0, which answers version 3 as well; it is not used.

mod client;
mod view;

pub use client::{Instance, Lemmy, Listed};
pub(super) use view::PREFIX;

/// The place of all items, for the coverage and for watches on the whole site.
pub const PLACE: &str = matcher::LEMMY.place;
