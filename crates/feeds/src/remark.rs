//! Remarks on a document that was read although something was wrong with it.

use std::fmt;

/// A fault of a document that was repaired as far as possible. The texts continue a sentence that begins
/// with the name or address of the document: "has elements that are not closed".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remark {
    /// It ends within an element or object, or cannot be read beyond some place.
    BreaksOff,
    /// It has more than [`MAX_ENTRIES`](crate::MAX_ENTRIES) entries.
    TooManyEntries,
    /// XML whose elements are not closed, or closed in the wrong order.
    Nesting,
    /// JSON with commas, comments, quotes or values that JSON does not have.
    Syntax,
    /// JSON with line breaks or other control characters in strings.
    ControlCharacters,
    /// JSON with one half of a character that takes two, which became U+FFFD.
    HalfCharacters,
    /// Bytes that do not fit the declared encoding.
    Encoding,
    /// Texts that were encoded twice.
    EncodedTwice,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BreaksOff => "breaks off, so that entries may be missing",
            Self::TooManyEntries => "has more than 2,000 entries, of which the first were read",
            Self::Nesting => "has elements that are not closed or closed in the wrong order",
            Self::Syntax => "is not quite JSON: commas, quotes or values were repaired",
            Self::ControlCharacters => "has line breaks or control characters within JSON strings",
            Self::HalfCharacters => "has halves of characters, which are shown as \u{fffd}",
            Self::Encoding => "has bytes that do not fit its encoding",
            Self::EncodedTwice => "has texts that were encoded twice",
        })
    }
}
