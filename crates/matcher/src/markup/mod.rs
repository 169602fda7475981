//! What a reader sees of a text: Markdown and HTML taken away, with the way back to the source.
//!
//! Posts and comments are CommonMark as the forum's users write it, with HTML where they bring it
//! from elsewhere. This reads what stands within a line: emphasis, inline links, code, escapes,
//! entities and tags. What begins a line (headings, lists, quotations) parts words anyway and stays;
//! so do links by reference, tables, and spoilers, which the forum alone has.
//!
//! It need not be right about everything, since a text is searched as it is written as well. It must
//! leave alone what only looks like markup (`5 * 3 * 2`, `snake_case`, `Vec<T>`), and it takes time
//! in proportion to the text, whatever stands there.

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
