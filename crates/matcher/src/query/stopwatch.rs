//! Measures on request how long the searches for a query's regular expressions take.

use std::time::Duration;

use crate::item::Span;

/// Measures one search after the other.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    /// Time since some fixed moment. The clock is passed in, since the browser's build has none.
    clock: fn() -> Duration,
    laps: Vec<Lap>,
}

/// One search of one text for one pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lap {
    /// The pattern, as a part of the query.
    pub(crate) span: Span,
    pub(crate) time: Duration,
    /// The length of the text.
    pub(crate) bytes: usize,
}

impl Stopwatch {
    pub(crate) fn new(clock: fn() -> Duration) -> Self {
        Stopwatch { clock, laps: Vec::new() }
    }

    /// Runs a search, and records how long it took.
    pub(crate) fn measure<T>(&mut self, span: Span, bytes: usize, search: impl FnOnce() -> T) -> T {
        let begun = (self.clock)();
        let found = search();
        let time = (self.clock)().saturating_sub(begun);
        self.laps.push(Lap { span, time, bytes });
        found
    }

    /// Returns the searches since the last call.
    pub(crate) fn laps(&mut self) -> impl Iterator<Item = Lap> {
        self.laps.drain(..)
    }
}
