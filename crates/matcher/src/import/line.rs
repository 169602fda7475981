//! The outcome of a line of an import.

use crate::text::grouped;
use crate::watch::{Watch, WatchError};

/// The most lines that one import reads.
pub const MAX_IMPORT_LINES: usize = 10_000;

/// The outcome of a line of an import. No line with text in it is skipped silently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedLine {
    /// The line's number in the text, from 1; for a row of several lines, that of the first.
    pub line: usize,
    /// The line or row as it is in the text.
    pub source: String,
    /// The watch, whose id is the line's number, or the reason why there is none.
    pub watch: Result<Watch, ImportError>,
    /// Notes for people on what the line asks for but the watch does not have, or has anyway. Empty
    /// without a watch.
    pub notes: Vec<String>,
}

/// The reason why a line makes no watch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The line breaks a rule of watches.
    #[error(transparent)]
    Watch(#[from] WatchError),
    /// A value that means nothing in its column.
    #[error("\"{value}\" is not a valid value for the column {column}")]
    Value {
        /// The column's name in the first row.
        column: String,
        /// The value.
        value: String,
    },
    /// More values than the first row has columns.
    #[error("the row has {values} values, but there are {columns} columns")]
    TooManyValues {
        /// The number of values in this row.
        values: usize,
        /// The number of columns in the first row.
        columns: usize,
    },
    /// A quote without its partner; the rest of the text belongs to this value.
    #[error("a quote is never closed")]
    UnclosedQuote,
    /// The flags exclude every site that Harken listens to.
    #[error("its flags leave only Lobsters, which Harken does not listen to, or no site at all")]
    NoSiteLeft,
    /// The line follows [`MAX_IMPORT_LINES`] others.
    #[error("at most {} lines can be imported at once", grouped(MAX_IMPORT_LINES as u64))]
    TooMany,
}
