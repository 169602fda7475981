//! How long the regular expressions of a query are searched for, for whoever asks for it.

use std::time::Duration;

use crate::item::Span;

/// Measures one search after the other.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    /// Time since some moment. It is passed in: the browser's build has no clock of its own.
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
        Stopwatch {
            clock,
            laps: Vec::new(),
        }
    }

    /// Makes a search, and keeps how long it took.
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
