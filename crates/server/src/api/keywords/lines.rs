//! Reads the lines of an import: each becomes a checked watch, or says why not.

use matcher::{ImportError, ImportedLine, import};

use super::CheckedWatch;
use super::import::ImportFormat;
use super::rule::{Problems, TypedRule, advice};
use crate::error::{ApiError, ApiResult};

/// A line is shown so far.
const SOURCE_CHARS: usize = 300;

/// A line that is not empty.
pub(super) struct Line {
    /// From 1.
    pub(super) line: usize,
    pub(super) source: String,
    pub(super) checked: Result<Checked, Refusal>,
    pub(super) notes: Vec<String>,
}

/// A watch that could be stored.
pub(super) struct Checked {
    pub(super) watch: CheckedWatch,
    /// The same for watches that find the same.
    pub(super) form: String,
}

/// Why a line makes no watch.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) code: &'static str,
    pub(super) text: String,
}

impl Refusal {
    pub(super) fn new(code: &'static str, text: String) -> Self {
        Self { code, text }
    }
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::Refused { code, text, .. } => Self::new(code, text),
            ApiError::Invalid(fields) | ApiError::InvalidPart { fields, .. } => {
                let text = fields.into_values().next().unwrap_or_default();
                Self::new("VALIDATION_FAILED", text)
            }
            other => Self::new("VALIDATION_FAILED", other.to_string()),
        }
    }
}

impl From<ImportError> for Refusal {
    fn from(error: ImportError) -> Self {
        match &error {
            ImportError::Watch(wrong) => Self::new("VALIDATION_FAILED", advice(wrong)),
            _ => Self::new("VALIDATION_FAILED", error.to_string()),
        }
    }
}

/// Reads a text as what it is said to be.
///
/// # Errors
/// It is to be a table, and is none.
pub(super) fn read(text: &str, format: ImportFormat) -> ApiResult<Vec<Line>> {
    let lines: Vec<ImportedLine> = match format {
        ImportFormat::F5bot => {
            // With a line above it that names no column the text is no table, whatever it begins
            // with.
            let text = format!("0\n{}", text.trim_start_matches('\u{feff}'));
            let lines = import(&text).into_iter().skip(1);
            let own = |line: ImportedLine| ImportedLine {
                line: line.line - 1,
                ..line
            };
            lines.map(own).collect()
        }
        ImportFormat::Csv => {
            let lines = import(text);
            let blank = text.lines().take_while(|line| line.trim().is_empty());
            let first = 1 + blank.count();
            // What is no table is read as a list, whose first line is a keyword.
            if lines.first().is_some_and(|line| line.line == first) {
                return Err(ApiError::invalid(
                    "text",
                    "The first row names the columns, and one of them is keyword",
                ));
            }
            lines
        }
    };
    Ok(lines.into_iter().map(Line::of).collect())
}

impl Line {
    fn of(line: ImportedLine) -> Self {
        Self {
            line: line.line,
            source: line.source.chars().take(SOURCE_CHARS).collect(),
            notes: line.notes,
            checked: match line.watch {
                Ok(watch) => check(&watch),
                Err(error) => Err(error.into()),
            },
        }
    }
}

/// Holds a line to the rules of a watch that is typed.
fn check(watch: &matcher::Watch) -> Result<Checked, Refusal> {
    let read = CheckedWatch::of(watch);
    let rule = TypedRule {
        keyword: &read.keyword,
        mode: read.mode,
        subreddits: &read.subreddits,
        excluded_subreddits: &read.excluded_subreddits,
        excluded_authors: &read.excluded_authors,
        filters: read.filters,
    };
    let mut problems = Problems::default();
    match rule.check(watch.id(), &mut problems) {
        Some(watch) => Ok(Checked {
            form: watch.normal_form(),
            watch: read,
        }),
        None => Err(problems.refusal().into()),
    }
}
