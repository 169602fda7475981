//! Keywords that may occur in a text, compared with it a few at a time.

/// Keywords by number or address.
pub(crate) trait KeywordBytes {
    /// Returns the length of a keyword in bytes. The call brings the keyword into the cache.
    fn length(&self, keyword: u32) -> usize;

    /// Returns the keyword.
    fn bytes(&self, keyword: u32) -> &[u8];
}

/// The number of candidates that are compared together.
const BATCH_SIZE: usize = 32;

/// Positions in a text, each with a keyword that may begin there.
pub(crate) struct Candidates<'a, K, F> {
    known: &'a K,
    pub(crate) text: &'a [u8],
    report: F,
    /// Start, keyword and length.
    batch: [(usize, u32, usize); BATCH_SIZE],
    count: usize,
}

impl<'a, K: KeywordBytes, F: FnMut(u32, usize)> Candidates<'a, K, F> {
    /// Calls `report` with each keyword that does occur at its position, and with its end.
    pub(crate) fn new(known: &'a K, text: &'a [u8], report: F) -> Self {
        Candidates { known, text, report, batch: [(0, 0, 0); BATCH_SIZE], count: 0 }
    }

    /// Adds a candidate, to be compared later: meanwhile its keyword is on the way to the cache,
    /// side by side with others.
    pub(crate) fn push(&mut self, start: usize, keyword: u32) {
        if self.count == BATCH_SIZE {
            self.compare();
        }
        self.batch[self.count] = (start, keyword, self.known.length(keyword));
        self.count += 1;
    }

    /// Compares the candidates of the batch.
    pub(crate) fn compare(&mut self) {
        for (start, keyword, length) in &self.batch[..self.count] {
            let end = start + length;
            if self.text.get(*start..end) == Some(self.known.bytes(*keyword)) {
                (self.report)(*keyword, end);
            }
        }
        self.count = 0;
    }
}
