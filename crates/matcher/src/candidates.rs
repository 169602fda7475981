//! Keywords that may stand somewhere in a text, compared with it a few at a time.

/// Keywords by number or address.
pub(crate) trait Known {
    /// Bytes of a keyword. Asking brings the keyword into the cache.
    fn length(&self, keyword: u32) -> usize;

    /// The keyword.
    fn bytes(&self, keyword: u32) -> &[u8];
}

/// Keywords compared together.
const ROOM: usize = 32;

/// Places of a text, each with a keyword that may begin there.
pub(crate) struct Candidates<'a, K, F> {
    known: &'a K,
    pub(crate) text: &'a [u8],
    found: F,
    /// Start, keyword and length.
    room: [(usize, u32, usize); ROOM],
    count: usize,
}

impl<'a, K: Known, F: FnMut(u32, usize)> Candidates<'a, K, F> {
    /// Calls `found` with each keyword that does stand there and its end.
    pub(crate) fn new(known: &'a K, text: &'a [u8], found: F) -> Self {
        Candidates {
            known,
            text,
            found,
            room: [(0, 0, 0); ROOM],
            count: 0,
        }
    }

    /// Takes a candidate, to be compared later: until then its keyword is on the way to the cache,
    /// side by side with others.
    pub(crate) fn push(&mut self, start: usize, keyword: u32) {
        if self.count == ROOM {
            self.compare();
        }
        self.room[self.count] = (start, keyword, self.known.length(keyword));
        self.count += 1;
    }

    /// Compares what there is.
    pub(crate) fn compare(&mut self) {
        for (start, keyword, length) in &self.room[..self.count] {
            let end = start + length;
            if self.text.get(*start..end) == Some(self.known.bytes(*keyword)) {
                (self.found)(*keyword, end);
            }
        }
        self.count = 0;
    }
}
