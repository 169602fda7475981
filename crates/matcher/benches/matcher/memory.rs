//! Measures how many bytes of the heap building takes and leaves.

use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The number of bytes relative to the usage before.
#[derive(Clone, Copy)]
pub(crate) struct Heap {
    /// In use afterwards; below 0 if more was freed.
    pub(crate) left: f64,
    /// In use at the peak.
    pub(crate) peak: f64,
}

pub(crate) fn weigh<T>(build: impl FnOnce() -> T) -> (T, Heap) {
    let before = HEAP.current_usage() as f64;
    HEAP.reset_peak_usage();
    let built = build();
    let heap = Heap {
        left: HEAP.current_usage() as f64 - before,
        peak: HEAP.peak_usage() as f64 - before,
    };
    (built, heap)
}
