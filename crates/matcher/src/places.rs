//! Which watches look in a subreddit, for one keyword.

use crate::index::SubredditNumber;

/// Bytes of a word in a record.
pub(crate) const WORD: usize = 4;

/// A subreddit, and a watch that names it by its position among those on some subreddits.
#[derive(Clone, Copy)]
pub(crate) enum Places<'a> {
    /// The position in the lowest byte.
    Narrow(&'a [[u8; WORD]]),
    /// A word each.
    Wide(&'a [[u8; 2 * WORD]]),
}

impl Places<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Places::Narrow(places) => places.len(),
            Places::Wide(places) => places.len(),
        }
    }

    pub(crate) fn position(&self, nth: usize) -> usize {
        match self {
            Places::Narrow(places) => (word(&places[nth], 0) & 0xFF) as usize,
            Places::Wide(places) => word(&places[nth], WORD) as usize,
        }
    }

    /// Of one keyword's places, those in a subreddit.
    pub(crate) fn within(self, subreddit: Option<SubredditNumber>) -> Self {
        let Some(SubredditNumber(subreddit)) = subreddit else {
            return Places::Narrow(&[]);
        };
        match self {
            Places::Narrow(places) => {
                Places::Narrow(run(places, subreddit, |place| word(place, 0) >> 8))
            }
            Places::Wide(places) => Places::Wide(run(places, subreddit, |place| word(place, 0))),
        }
    }
}

/// Of sorted places, those with this subreddit.
fn run<P>(places: &[P], subreddit: u32, of: impl Fn(&P) -> u32) -> &[P] {
    let begin = places.partition_point(|place| of(place) < subreddit);
    let count = places[begin..].partition_point(|place| of(place) == subreddit);
    &places[begin..][..count]
}

/// The word at a place in a record.
pub(crate) fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes[at..].first_chunk();
    u32::from_ne_bytes(*word.expect("a record goes on after its header"))
}
