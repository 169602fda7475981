//! Facts besides the watch itself.

use crate::watch::WatchId;

/// Facts besides the watch itself. Leave out what is unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct LintContext<'a> {
    /// Common words of the language, in small letters.
    pub words: &'a [&'a str],
    /// The number of matches in a sample.
    pub counts: Option<Counts>,
    /// The user's other watches, in the form that
    /// [`Watch::normal_form`](crate::Watch::normal_form) returns.
    pub others: &'a [(WatchId, &'a str)],
}

/// The counts of a watch's matches in a sample of items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Items of the sample that match.
    pub matching: u64,
    /// Items of the sample.
    pub searched: u64,
    /// All items per day.
    pub a_day: f64,
}
