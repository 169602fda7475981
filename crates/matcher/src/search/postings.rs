//! The watches that name a place, for one keyword.

/// The bytes of a word in a record.
pub(crate) const WORD: usize = 4;

/// Places, each with a watch that names it, by the watch's position among those that name places.
#[derive(Clone, Copy)]
pub(crate) enum Postings<'a> {
    /// One word for both, with the position in the lowest byte.
    Narrow(&'a [[u8; WORD]]),
    /// One word for each.
    Wide(&'a [[u8; 2 * WORD]]),
}

impl Postings<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Postings::Narrow(postings) => postings.len(),
            Postings::Wide(postings) => postings.len(),
        }
    }

    pub(crate) fn position(&self, nth: usize) -> usize {
        match self {
            Postings::Narrow(postings) => (word(&postings[nth], 0) & 0xFF) as usize,
            Postings::Wide(postings) => word(&postings[nth], WORD) as usize,
        }
    }

    /// Returns those of one keyword's postings that have the place of this number.
    pub(crate) fn within(self, place: Option<u32>) -> Self {
        let Some(place) = place else {
            return Postings::Narrow(&[]);
        };
        match self {
            Postings::Narrow(postings) => {
                Postings::Narrow(of_place(postings, place, |posting| word(posting, 0) >> 8))
            }
            Postings::Wide(postings) => {
                Postings::Wide(of_place(postings, place, |posting| word(posting, 0)))
            }
        }
    }
}

/// Returns those of sorted postings that have this place.
fn of_place<P>(postings: &[P], place: u32, of: impl Fn(&P) -> u32) -> &[P] {
    let begin = postings.partition_point(|posting| of(posting) < place);
    let count = postings[begin..].partition_point(|posting| of(posting) == place);
    &postings[begin..][..count]
}

/// Returns the word at an offset in a record.
pub(crate) fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes[at..].first_chunk();
    u32::from_ne_bytes(*word.expect("a record goes on after its header"))
}
