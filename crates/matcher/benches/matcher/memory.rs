//! What building takes and leaves, in bytes of the heap.

use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Bytes on top of what was there before.
#[derive(Clone, Copy)]
pub(crate) struct Heap {
    /// In use when it was done; below 0 where more was freed.
    pub(crate) left: f64,
    /// The most that was in use at a time.
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
