//! The text that a reader sees: Markdown and HTML removed, with positions mapped back to the
//! source.
//!
//! Posts and comments are CommonMark as the forum's users write it, with HTML where they paste it
//! from elsewhere. This module reads the markup within a line: emphasis, inline links, code,
//! escapes, entities, tags and Reddit's spoilers; and the marks of quotations, over whose lines sentences continue. The
//! other markup at the beginning of a line (headings, lists) separates words anyway and stays; so do links by reference
//! and tables.
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
mod quote;
mod reader;
mod visible_text;
mod web_address;

pub use html::parts_words;
pub(crate) use marks::may_have_markup;
pub(crate) use quote::ends_of_quotes;
pub use visible_text::VisibleText;
