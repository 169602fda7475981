//! A vector that is cheap to clone and grows at its end.

use std::sync::Arc;

/// Values per chunk: a growing list copies at most one chunk that it shares with a copy.
const CHUNK: usize = 64;

/// Values by number. All but the last few are shared with the vector's copies.
#[derive(Clone, Debug)]
pub(crate) struct ChunkedVec<T> {
    chunks: Vec<Arc<Vec<T>>>,
}

impl<T> Default for ChunkedVec<T> {
    fn default() -> Self {
        ChunkedVec { chunks: Vec::new() }
    }
}

impl<T: Clone> ChunkedVec<T> {
    pub(crate) fn push(&mut self, value: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => Arc::make_mut(last).push(value),
            _ => self.chunks.push(Arc::new(vec![value])),
        }
    }

    pub(crate) fn get(&self, number: usize) -> &T {
        &self.chunks[number / CHUNK][number % CHUNK]
    }
}
