//! All that is kept of a keyword in one place.
//!
//! In a large set nearly every keyword that is found lies outside the processor's caches, and each
//! table that is asked about it costs a wait for memory. Here its bytes and its watches lie side by
//! side, most often in one or two cache lines.

use crate::candidates::Known;
use crate::entry::{ENTRY, PackedEntry, Rares};
use crate::index::{SubredditNumber, Subreddits};
use crate::keywords::Keywords;
use crate::{Scope, Watch};

/// Keywords with their watches, by address.
///
/// A record is made of a header of three words: the keyword's length with [`ANCHOR`], the number of
/// its watches on every subreddit, the number of its places; then the number of what queries are
/// nominated by, if it has one; the keyword; the entries of watches on every subreddit; the places,
/// sorted; the entries of watches on some subreddits.
#[derive(Debug)]
pub(crate) struct Records {
    bytes: Box<[u8]>,
    subreddits: Subreddits,
}

const WORD: usize = 4;
const HEADER: usize = 3 * WORD;
/// Among the bits of the first word: a query has this anchor.
const ANCHOR: u32 = 1 << 31;

/// A subreddit, and a watch that names it by its position among those on some subreddits.
type Place = [u8; 2 * WORD];

/// What a keyword's record holds.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    /// Bytes of the keyword.
    pub(crate) length: usize,
    /// The number of what queries are nominated by.
    pub(crate) anchor: Option<usize>,
    everywhere: &'a [PackedEntry],
    /// Those in the subreddit.
    places: &'a [Place],
    /// The entries of watches on some subreddits, and what comes behind.
    scoped: &'a [u8],
}

/// Where a keyword's record is, and its bits of [`scopes_of`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) address: u32,
    pub(crate) scopes: u8,
}

impl Records {
    /// Takes the watches with the numbers of their keywords, and by keyword the anchor of queries
    /// that it is. Gives the address of each.
    pub(crate) fn build(
        keywords: &Keywords,
        mut watches: Vec<(usize, &Watch)>,
        anchor: impl Fn(usize) -> Option<u32>,
        rares: &mut Rares,
    ) -> (Self, Vec<Address>) {
        watches.sort_by_key(|(keyword, _)| *keyword);
        let mut watches = watches.into_iter().peekable();
        let mut subreddits = Subreddits::default();
        let (mut bytes, mut addresses) = (Vec::new(), Vec::with_capacity(keywords.len()));
        let (mut everywhere, mut scoped, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (number, keyword) in keywords.iter().enumerate() {
            everywhere.clear();
            scoped.clear();
            places.clear();
            while let Some((_, watch)) = watches.next_if(|(own, _)| *own == number) {
                let entry = rares.pack(watch);
                match watch.scope() {
                    Scope::All => everywhere.push(entry),
                    Scope::Only(names) => {
                        let position = scoped.len() as u32;
                        scoped.push(entry);
                        let names = names.iter().map(|name| subreddits.number(name.as_str()));
                        places.extend(names.map(|subreddit| (subreddit, position)));
                    }
                }
            }
            places.sort_unstable();
            let all = if everywhere.is_empty() { 0 } else { EVERYWHERE };
            let bits = places.iter().map(|(subreddit, _)| scope_bit(*subreddit));
            let anchor = anchor(number);
            let scopes = match anchor {
                // Queries are asked themselves.
                Some(_) => u8::MAX,
                None => bits.fold(all, |scopes, bit| scopes | bit),
            };
            addresses.push(Address {
                address: u32::try_from(bytes.len()).expect("watches take less than 4 GB"),
                scopes,
            });
            let length = keyword.len() as u32 | anchor.map_or(0, |_| ANCHOR);
            let header = [length, everywhere.len() as u32, places.len() as u32];
            let words = header.into_iter().chain(anchor);
            bytes.extend(words.flat_map(u32::to_ne_bytes));
            bytes.extend_from_slice(keyword);
            bytes.extend_from_slice(everywhere.as_flattened());
            for (subreddit, position) in &places {
                bytes.extend(
                    subreddit
                        .to_ne_bytes()
                        .into_iter()
                        .chain(position.to_ne_bytes()),
                );
            }
            bytes.extend_from_slice(scoped.as_flattened());
        }
        let bytes = bytes.into_boxed_slice();
        (Records { bytes, subreddits }, addresses)
    }

    /// The subreddit's number, if any watch names it. `lower` is room to work in.
    pub(crate) fn subreddit(&self, name: &str, lower: &mut String) -> Option<SubredditNumber> {
        self.subreddits.find(name, lower)
    }

    /// What is known of a keyword, for items of a subreddit.
    pub(crate) fn get(&self, address: u32, subreddit: Option<SubredditNumber>) -> Record<'_> {
        let [length, everywhere, places] =
            [0, 1, 2].map(|nth| word(&self.bytes, address as usize + nth * WORD));
        let begin = address as usize + HEADER;
        let anchor = (length & ANCHOR != 0).then(|| word(&self.bytes, begin) as usize);
        let length = (length & !ANCHOR) as usize;
        let begin = begin + anchor.map_or(0, |_| WORD) + length;
        let (everywhere, rest) = self.bytes[begin..].split_at(everywhere as usize * ENTRY);
        let (places, scoped) = rest.split_at(places as usize * size_of::<Place>());
        Record {
            length,
            anchor,
            everywhere: everywhere.as_chunks().0,
            places: in_subreddit(places.as_chunks().0, subreddit),
            scoped,
        }
    }
}

impl<'a> Record<'a> {
    /// The watches that look in the subreddit.
    pub(crate) fn entries(self) -> impl Iterator<Item = PackedEntry> + 'a {
        let scoped = self.scoped.as_chunks().0;
        let scoped = self
            .places
            .iter()
            .map(|place| scoped[word(place, WORD) as usize]);
        self.everywhere.iter().copied().chain(scoped)
    }

    /// Whether [`Self::entries`] would give any.
    pub(crate) fn has_entries(self) -> bool {
        !self.everywhere.is_empty() || !self.places.is_empty()
    }
}

impl Known for Records {
    fn length(&self, address: u32) -> usize {
        (word(&self.bytes, address as usize) & !ANCHOR) as usize
    }

    fn bytes(&self, address: u32) -> &[u8] {
        let length = word(&self.bytes, address as usize);
        let anchor = (length & ANCHOR != 0).then_some(WORD);
        let begin = address as usize + HEADER + anchor.unwrap_or(0);
        &self.bytes[begin..][..(length & !ANCHOR) as usize]
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes[at..].first_chunk();
    u32::from_ne_bytes(*word.expect("a record goes on after its header"))
}

/// Of one keyword's places, those in a subreddit.
fn in_subreddit(places: &[Place], subreddit: Option<SubredditNumber>) -> &[Place] {
    let Some(SubredditNumber(subreddit)) = subreddit else {
        return &[];
    };
    let begin = places.partition_point(|place| word(place, 0) < subreddit);
    let count = places[begin..].partition_point(|place| word(place, 0) == subreddit);
    &places[begin..][..count]
}

/// Among the bits of [`Address::scopes`], of which there is one for every subreddit, and seven that
/// the others share.
const EVERYWHERE: u8 = 1 << 7;

fn scope_bit(subreddit: u32) -> u8 {
    1 << (subreddit % 7)
}

/// The bits of [`Address::scopes`] that an item of this subreddit meets.
pub(crate) fn scopes_of(subreddit: Option<SubredditNumber>) -> u8 {
    EVERYWHERE | subreddit.map_or(0, |SubredditNumber(number)| scope_bit(number))
}
