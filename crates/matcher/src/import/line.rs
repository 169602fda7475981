//! What a line of an import became.

use crate::text::grouped;
use crate::watch::{Watch, WatchError};

/// The most lines that are read at once.
pub const MAX_IMPORT_LINES: usize = 10_000;

/// What a line of an import became. No line with text in it is passed over in silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedLine {
    /// Its number in the text, from 1; of a row over several lines the first.
    pub line: usize,
    /// The line or row as it stands in the text.
    pub source: String,
    /// A watch, whose number is that of the line, or why there is none.
    pub watch: Result<Watch, ImportError>,
    /// What the line asks for and the watch does not have, or has anyway, for people. None without a watch.
    pub notes: Vec<String>,
}

/// Why a line makes no watch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// What it says breaks a rule of watches.
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
        /// Of this row.
        values: usize,
        /// Of the first row.
        columns: usize,
    },
    /// A quote without its partner; the rest of the text is part of this value.
    #[error("a quote is never closed")]
    UnclosedQuote,
    /// Its flags leave out every site that Harken listens to.
    #[error("its flags leave only Lobsters, which Harken does not listen to, or no site at all")]
    NoSiteLeft,
    /// It comes after [`MAX_IMPORT_LINES`] others.
    #[error("at most {} lines can be imported at once", grouped(MAX_IMPORT_LINES as u64))]
    TooMany,
}
