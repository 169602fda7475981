use serde::Serialize;
use utoipa::ToSchema;

/// A part of a text, in UTF-16 units, with an exclusive end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextPart {
    pub start: u32,
    pub end: u32,
}

impl TextPart {
    /// Converts a span in bytes.
    pub fn of(text: &str, span: matcher::Span) -> Self {
        let units = matcher::to_utf16(text, &[span]);
        let end = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        units.first().map_or(Self { start: 0, end: 0 }, |part| Self {
            start: end(part.start),
            end: end(part.end),
        })
    }
}
