//! The part of a post that an email shows: paragraphs, lists, quotations, code and links, with the
//! matches marked.
//!
//! `read` reads Markdown and HTML, `cut` selects the part around the first match, and `plain` writes it
//! for the plain form; the HTML form has templates. Whoever writes posts is a stranger: there are no
//! pictures, links lead to the web alone and name their host, and length and lines are bounded.

mod addresses;
mod cut;
mod plain;
mod read;

use matcher::Utf16Span;
use url::Url;

use super::excerpt::{Run, byte_ranges};

pub use addresses::Link;

/// The part of a post that is shown.
#[derive(Debug, Default)]
pub struct PostExcerpt {
    pub blocks: Vec<Block>,
}

/// A block, and how many quotations it is in.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    pub quotes: u8,
    /// Whether it is a list right after one of another depth.
    pub is_close: bool,
    pub body: Body,
}

/// The content of a block. Its texts may have line breaks.
#[derive(Debug, PartialEq, Eq)]
pub enum Body {
    Paragraph(Vec<Piece>),
    Code(Vec<Piece>),
    List {
        /// The number of the first item; `None` in a list with bullets.
        first: Option<u64>,
        /// The number of lists that this one is in.
        depth: u8,
        items: Vec<Vec<Piece>>,
    },
}

/// Some text, or a link.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    pub runs: Vec<Run>,
    pub link: Option<Link>,
}

impl PostExcerpt {
    /// Returns about `length` characters of a post around the first of `spans`. Links without a host lead
    /// to that of the post's own address, `url`.
    pub fn of(content: &str, spans: &[Utf16Span], url: &str, length: usize) -> Self {
        let ranges = byte_ranges(content, spans);
        let marked: Vec<_> = ranges.into_iter().map(|(start, end)| start..end).collect();
        let post = read::read(content, &marked, Url::parse(url).ok().as_ref());
        Self { blocks: cut::cut(&post, length) }
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns the words alone, which mail programs show beside the subject.
    pub fn preview(&self) -> String {
        let blocks = self.blocks.iter().map(|block| match &block.body {
            Body::Paragraph(pieces) | Body::Code(pieces) => words(pieces),
            Body::List { items, .. } => {
                items.iter().map(|item| words(item)).collect::<Vec<_>>().join(" ")
            }
        });
        blocks.collect::<Vec<_>>().join(" ")
    }
}

fn words(pieces: &[Piece]) -> String {
    let runs = pieces.iter().flat_map(|piece| &piece.runs);
    runs.map(|run| run.text.replace('\n', " ")).collect()
}

#[cfg(test)]
mod tests;
