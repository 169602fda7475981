//! Which watches look in a subreddit, for one keyword.

use super::subreddits::SubredditNumber;

/// Bytes of a word in a record.
pub(crate) const WORD: usize = 4;

/// A subreddit, and a watch that names it by its position among those on some subreddits.
#[derive(Clone, Copy)]
pub(crate) enum Postings<'a> {
    /// The position in the lowest byte.
    Narrow(&'a [[u8; WORD]]),
    /// A word each.
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

    /// Returns, of one keyword's postings, those in a subreddit.
    pub(crate) fn within(self, subreddit: Option<SubredditNumber>) -> Self {
        let Some(SubredditNumber(subreddit)) = subreddit else {
            return Postings::Narrow(&[]);
        };
        match self {
            Postings::Narrow(postings) => {
                Postings::Narrow(of_subreddit(postings, subreddit, |posting| {
                    word(posting, 0) >> 8
                }))
            }
            Postings::Wide(postings) => {
                Postings::Wide(of_subreddit(postings, subreddit, |posting| {
                    word(posting, 0)
                }))
            }
        }
    }
}

/// Returns, of sorted postings, those with this subreddit.
fn of_subreddit<P>(postings: &[P], subreddit: u32, of: impl Fn(&P) -> u32) -> &[P] {
    let begin = postings.partition_point(|posting| of(posting) < subreddit);
    let count = postings[begin..].partition_point(|posting| of(posting) == subreddit);
    &postings[begin..][..count]
}

/// Returns the word at an offset in a record.
pub(crate) fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes[at..].first_chunk();
    u32::from_ne_bytes(*word.expect("a record goes on after its header"))
}
