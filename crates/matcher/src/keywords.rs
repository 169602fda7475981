//! The folded keywords, one behind another.

/// What is known of a keyword before it is searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Occurrences inside words count for nobody.
    pub(crate) whole_words_only: bool,
    /// Where it is looked for, as bits: an item of none of these has nobody who wants it.
    pub(crate) scopes: u8,
}

/// Keywords by number.
#[derive(Debug)]
pub(crate) struct Keywords {
    bytes: Box<[u8]>,
    /// Keyword number k is `bytes[bounds[k]..bounds[k + 1]]`.
    bounds: Box<[u32]>,
}

impl Keywords {
    pub(crate) fn new(list: &[Vec<u8>]) -> Self {
        let bytes = list.concat().into_boxed_slice();
        // A keyword has at most some hundred bytes: more than five million of the longest.
        assert!(u32::try_from(bytes.len()).is_ok(), "keywords exceed 4 GB");
        let mut end = 0;
        let ends = list.iter().map(|keyword| {
            end += keyword.len() as u32;
            end
        });
        let bounds = std::iter::once(0).chain(ends).collect();
        Keywords { bytes, bounds }
    }

    /// Of all of them together.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn get(&self, number: usize) -> &[u8] {
        &self.bytes[self.bounds[number] as usize..self.bounds[number + 1] as usize]
    }

    /// The end of the keyword in a text, if it stands there at `start`.
    pub(crate) fn end_at(&self, number: usize, text: &[u8], start: usize) -> Option<usize> {
        let keyword = self.get(number);
        let end = start + keyword.len();
        (text.get(start..end) == Some(keyword)).then_some(end)
    }
}
