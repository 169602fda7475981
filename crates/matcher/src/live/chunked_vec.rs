//! A vector that is cloned in little time and grows at its end.

use std::sync::Arc;

/// Of what a copy and the list itself do not share, if the list grows.
const CHUNK: usize = 64;

/// Values by number. All but the last few are shared with its copies.
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
