//! The text that a reader sees: Markdown and HTML removed, with positions mapped back to the
//! source.
//!
//! Posts and comments are CommonMark as the forum's users write it, with HTML where they paste it
//! from elsewhere. This module reads the markup within a line: emphasis, inline links, code,
//! escapes, entities and tags. The markup at the beginning of a line (headings, lists, quotations)
//! separates words anyway and stays; so do links by reference, tables, and spoilers, which only the
//! forum has.
//!
//! It need not be right about everything, since a text is also searched as it is written. It must
//! leave alone what only looks like markup (`5 * 3 * 2`, `snake_case`, `Vec<T>`), and it takes time
//! proportional to the text, whatever the text is.

mod code;
mod emphasis;
mod entity;
mod html;
mod link;
mod lookahead;
mod marks;
mod paragraph;
mod piece;
mod reader;
mod visible_text;
mod web_address;

pub(crate) use marks::may_have_markup;
pub use visible_text::VisibleText;
