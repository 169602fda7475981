//! Failures on demand, which wait for a request that they are meant for.

use axum::http::header::RETRY_AFTER;
use axum::response::Response;

/// Returns 1, for `#[serde(default = "once")]`: a fault is served once unless more is asked for.
pub fn once() -> u32 {
    1
}

/// A fault of kind `K`, to be served to the next requests whose path begins with `path_prefix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathFault<K> {
    /// The path prefix of the requests to fail; empty for all of the API.
    pub path_prefix: String,
    pub times: u32,
    pub fault: K,
    /// Seconds for the `Retry-After` header of a status.
    pub retry_after: Option<u32>,
}

impl<K> PathFault<K> {
    /// Creates a fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: K) -> Self {
        Self { path_prefix: path_prefix.to_owned(), times: 1, fault, retry_after: None }
    }

    /// Creates a fault for all requests whose path begins with `path_prefix`, until it is cleared.
    pub fn lasting(path_prefix: &str, fault: K) -> Self {
        Self { times: u32::MAX, ..Self::once(path_prefix, fault) }
    }

    /// Returns true if the fault is meant for a request for `path`.
    pub fn is_for(&self, path: &str) -> bool {
        path.starts_with(&self.path_prefix)
    }
}

/// Adds a `Retry-After` header with `seconds`, if any, to an answer.
pub fn retry_after(mut answer: Response, seconds: Option<u32>) -> Response {
    if let Some(seconds) = seconds {
        answer.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    answer
}

/// Faults that are waiting to be served, in the order in which they were queued, each with the number of
/// times that are left.
#[derive(Debug)]
pub struct Faults<F>(Vec<(F, u32)>);

impl<F> Default for Faults<F> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<F: Clone> Faults<F> {
    /// Queues a fault, to be served `times` times, behind those already waiting.
    pub fn push(&mut self, times: u32, fault: F) {
        self.0.push((fault, times));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the number of faults that are still to be served.
    pub fn waiting(&self) -> usize {
        self.0.len()
    }

    /// Returns the first fault that `is_meant`, if any, and counts it as served once.
    pub fn take(&mut self, is_meant: impl Fn(&F) -> bool) -> Option<F> {
        let index = self.0.iter().position(|(fault, _)| is_meant(fault))?;
        let (fault, times) = &mut self.0[index];
        *times = times.saturating_sub(1);
        if *times > 0 {
            return Some(fault.clone());
        }
        Some(self.0.remove(index).0)
    }
}
