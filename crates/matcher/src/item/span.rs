//! Places in a text, in bytes and in UTF-16 units.

/// A range of bytes in a title or body, half open.
///
/// Both ends fall on character boundaries of the text, so slicing with [`Span::range`] is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// Returns the span as a range, for slicing the text.
    ///
    /// ```
    /// let span = matcher::Span { start: 2, end: 6 };
    /// assert_eq!(&"a cafe"[span.range()], "cafe");
    /// ```
    pub fn range(self) -> std::ops::Range<usize> {
        self.start..self.end
    }
}

/// A range of UTF-16 code units, half open: the offsets of JavaScript strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Utf16Span {
    /// First code unit.
    pub start: usize,
    /// One past the last code unit.
    pub end: usize,
}

/// Converts spans of one text from bytes to UTF-16 units.
///
/// Spans in ascending order, as the matcher returns them for one watch and field, cost one pass
/// over the text; one that lies before its predecessor restarts the count. An offset past the end
/// counts as the end, and one inside a character as the character's end.
///
/// ```
/// use matcher::{Span, Utf16Span, to_utf16};
///
/// // The flame takes four bytes, and two UTF-16 units.
/// let spans = to_utf16("🔥 rust", &[Span { start: 5, end: 9 }]);
/// assert_eq!(spans, [Utf16Span { start: 3, end: 7 }]);
/// ```
pub fn to_utf16(text: &str, spans: &[Span]) -> Vec<Utf16Span> {
    let mut counter = Counter::new(text);
    let mut convert = |span: &Span| Utf16Span {
        start: counter.utf16_at(span.start),
        end: counter.utf16_at(span.end),
    };
    spans.iter().map(&mut convert).collect()
}

/// Converts a span of UTF-16 units back to bytes, or returns `None` if it extends beyond the text
/// or cuts a surrogate pair.
///
/// ```
/// use matcher::{Span, Utf16Span, from_utf16};
///
/// assert_eq!(from_utf16("🔥 rust", Utf16Span { start: 3, end: 7 }), Some(Span { start: 5, end: 9 }));
/// assert_eq!(from_utf16("🔥", Utf16Span { start: 1, end: 2 }), None);
/// ```
pub fn from_utf16(text: &str, span: Utf16Span) -> Option<Span> {
    let mut units = 0;
    let mut start = None;
    let ends = text.char_indices().map(|(at, c)| (at, c.len_utf16()));
    for (at, width) in ends.chain([(text.len(), 0)]) {
        if units == span.start {
            start.get_or_insert(at);
        }
        if units == span.end {
            return start.map(|start| Span { start, end: at });
        }
        units += width;
    }
    None
}

/// Walks a text once, counting UTF-16 units.
struct Counter<'a> {
    text: &'a str,
    byte: usize,
    units: usize,
}

impl<'a> Counter<'a> {
    fn new(text: &'a str) -> Self {
        Counter { text, byte: 0, units: 0 }
    }

    fn utf16_at(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.units) = (0, 0);
        }
        for c in self.text[self.byte..].chars() {
            if self.byte >= byte {
                break;
            }
            self.byte += c.len_utf8();
            self.units += c.len_utf16();
        }
        self.units
    }
}
