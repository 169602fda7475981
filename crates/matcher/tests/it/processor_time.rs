//! The time that work takes of a processor.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Returns the processor time of this thread if the system reports it (Linux), since that depends
/// less on other programs; else the elapsed time.
pub(crate) fn worked() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(passed, Duration::from_nanos)
}

/// Returns the elapsed time.
pub(crate) fn passed() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
