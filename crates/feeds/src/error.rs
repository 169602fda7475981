//! Errors of documents.

use crate::text::line;

/// The reason that a document could not be read. The texts continue a sentence that begins with the
/// name or address of the document: "is a web page, not a feed".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing but white space.
    #[error("is empty")]
    Empty,
    /// Larger than [`MAX_BYTES`](crate::MAX_BYTES).
    #[error("is larger than 10 MB")]
    TooLarge,
    /// HTML. [`discover`](crate::discover()) may find feeds in it.
    #[error("is a web page, not a feed")]
    WebPage,
    /// A list of feeds where a feed was expected.
    #[error("is a list of feeds (OPML), not a feed")]
    Opml,
    /// XML of another kind, with the name of the outermost element.
    #[error("is not a feed: its outermost element is <{0}>")]
    OtherXml(String),
    /// JSON of another kind.
    #[error("is JSON, but not a JSON Feed")]
    OtherJson,
    /// Neither XML nor JSON.
    #[error("is neither XML nor JSON, so not a feed")]
    OtherText,
    /// XML that breaks off before the first entry is complete.
    #[error("is broken XML: it breaks off near byte {0}")]
    BrokenXml(usize),
    /// JSON that cannot be read, with the JSON parser's message.
    #[error("is broken JSON: {0}")]
    BrokenJson(String),
    /// XML of another kind where a list of feeds was expected.
    #[error("is not a list of feeds (OPML)")]
    NotOpml,
}

impl Error {
    pub(crate) fn other_xml(name: &str) -> Self {
        match name {
            "html" => Self::WebPage,
            "opml" => Self::Opml,
            _ => Self::OtherXml(line(name, 50)),
        }
    }
}
