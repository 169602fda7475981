//! Keeps all data of a keyword in one place.
//!
//! In a large set nearly every keyword that is found is outside the processor's caches, and a
//! lookup in each further table costs a wait for memory. Here the keyword's bytes and its watches
//! are side by side, most often in one or two cache lines.

use super::packed_entries::{ENTRY, EntryExtras, PackedEntry};
use super::places::{EVERY_SUBREDDIT, PlaceNumber, Places, scope_bit};
use super::postings::{Postings, WORD, word};
use crate::engine::{Address, KeywordBytes, Keywords, Scopes};
use crate::watch::Watch;

/// Keywords with their watches, by address.
///
/// A record begins with a header of one word: the keyword's length with [`ANCHOR`] and [`WIDE`],
/// and above it, in a byte each, the number of its watches on every subreddit and of its postings.
/// If one of these does not fit, three words with all of them follow. Then come the number of the
/// anchor, if it has one; the keyword; the entries of watches on every subreddit; the postings,
/// sorted; the entries of watches that name places.
#[derive(Debug)]
pub(crate) struct Records {
    bytes: Box<[u8]>,
    places: Places,
}

/// The bits of the header that hold the length, without its flags.
const LENGTH_MASK: u32 = (1 << 14) - 1;
/// Set if a query has this anchor.
const ANCHOR: u32 = 1 << 14;
/// Set if counts follow and postings are wide.
const WIDE: u32 = 1 << 15;

/// The contents of a keyword's record.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    /// The keyword's length in bytes.
    pub(crate) length: usize,
    /// The number of the anchor that the keyword is, if any.
    pub(crate) anchor: Option<usize>,
    /// The watches on every subreddit, if the item is in one.
    everywhere: &'a [PackedEntry],
    /// The watches that name the item's place.
    postings: Postings<'a>,
    /// The watches that name the site that the place is on: no watch names both.
    of_site: Postings<'a>,
    /// The entries of watches that name places, and what follows them.
    scoped: &'a [u8],
}

impl Records {
    /// Builds the records of watches, given with the numbers of their keywords; `anchor` returns
    /// the number of the anchor that a keyword is, if any. Also returns the address of each
    /// keyword.
    pub(crate) fn build(
        keywords: &Keywords,
        mut watches: Vec<(usize, &Watch)>,
        anchor: impl Fn(usize) -> Option<u32>,
        extras: &mut EntryExtras,
    ) -> (Self, Vec<Address>) {
        watches.sort_by_key(|(keyword, _)| *keyword);
        let mut watches = watches.into_iter().peekable();
        let mut places = Places::default();
        let (mut bytes, mut addresses) = (Vec::new(), Vec::with_capacity(keywords.len()));
        let (mut everywhere, mut scoped, mut postings) = (Vec::new(), Vec::new(), Vec::new());
        for (number, keyword) in keywords.iter().enumerate() {
            everywhere.clear();
            scoped.clear();
            postings.clear();
            while let Some((_, watch)) = watches.next_if(|(own, _)| *own == number) {
                let entry = extras.pack(watch);
                let scope = watch.scope();
                if scope.has_every_subreddit() {
                    everywhere.push(entry);
                }
                let (own, position) = (postings.len(), scoped.len() as u32);
                postings.extend(scope.named().map(|name| (places.number(name), position)));
                if postings.len() > own {
                    scoped.push(entry);
                }
            }
            postings.sort_unstable();
            let all = if everywhere.is_empty() { 0 } else { EVERY_SUBREDDIT };
            let bits = postings.iter().map(|(place, _)| scope_bit(*place));
            let anchor = anchor(number);
            let scopes = match anchor {
                // Queries check their scope themselves.
                Some(_) => Scopes::MAX,
                None => bits.fold(all, |scopes, bit| scopes | bit),
            };
            addresses.push(Address {
                address: u32::try_from(bytes.len()).expect("watches take less than 4 GB"),
                scopes,
            });
            write(&mut bytes, keyword, anchor, &everywhere, &postings);
            bytes.extend_from_slice(scoped.as_flattened());
        }
        let records = Records { bytes: bytes.into_boxed_slice(), places };
        (records, addresses)
    }

    /// Returns the numbers of a place and its site. `lower` is scratch space.
    pub(crate) fn place(&self, name: &str, lower: &mut String) -> PlaceNumber {
        self.places.find(name, lower)
    }

    /// Returns the record of a keyword, for items of a place.
    pub(crate) fn get(&self, address: u32, place: PlaceNumber) -> Record<'_> {
        let (header, rest) = self.header(address);
        let (everywhere, rest) = rest[header.length..].split_at(header.everywhere * ENTRY);
        let (postings, scoped) = if header.is_wide {
            let (postings, scoped) = rest.split_at(header.postings * 2 * WORD);
            (Postings::Wide(postings.as_chunks().0), scoped)
        } else {
            let (postings, scoped) = rest.split_at(header.postings * WORD);
            (Postings::Narrow(postings.as_chunks().0), scoped)
        };
        Record {
            length: header.length,
            anchor: header.anchor,
            everywhere: match place.is_subreddit {
                true => everywhere.as_chunks().0,
                false => &[],
            },
            postings: postings.within(place.named),
            of_site: postings.within(place.site),
            scoped,
        }
    }

    /// Returns the header of a record, and the rest of it, beginning with the keyword.
    fn header(&self, address: u32) -> (Header, &[u8]) {
        let record = &self.bytes[address as usize..];
        let header = word(record, 0);
        let is_wide = header & WIDE != 0;
        let [length, everywhere, postings] = if is_wide {
            [1, 2, 3].map(|nth| word(record, nth * WORD))
        } else {
            [header & LENGTH_MASK, header >> 16 & 0xFF, header >> 24]
        };
        let rest = &record[if is_wide { 4 * WORD } else { WORD }..];
        let (anchor, rest) = if header & ANCHOR != 0 {
            (Some(word(rest, 0) as usize), &rest[WORD..])
        } else {
            (None, rest)
        };
        let header = Header {
            length: length as usize,
            everywhere: everywhere as usize,
            postings: postings as usize,
            anchor,
            is_wide,
        };
        (header, rest)
    }
}

/// The header of a record.
struct Header {
    length: usize,
    everywhere: usize,
    postings: usize,
    anchor: Option<usize>,
    is_wide: bool,
}

/// Appends a record up to its postings.
fn write(
    bytes: &mut Vec<u8>,
    keyword: &[u8],
    anchor: Option<u32>,
    everywhere: &[PackedEntry],
    postings: &[(u32, u32)],
) {
    let counts = [keyword.len(), everywhere.len(), postings.len()].map(|count| count as u32);
    let [length, all, some] = counts;
    let fit = |(place, position): &(u32, u32)| *place < 1 << 24 && *position < 1 << 8;
    let is_wide = length > LENGTH_MASK || all.max(some) > 0xFF || !postings.iter().all(fit);
    let flags = anchor.map_or(0, |_| ANCHOR);
    let mut push = |word: u32| bytes.extend(word.to_ne_bytes());
    if is_wide {
        push(flags | WIDE);
        counts.into_iter().for_each(&mut push);
    } else {
        push(some << 24 | all << 16 | flags | length);
    }
    anchor.into_iter().for_each(push);
    bytes.extend_from_slice(keyword);
    bytes.extend_from_slice(everywhere.as_flattened());
    for (place, position) in postings {
        if is_wide {
            bytes.extend([*place, *position].map(u32::to_ne_bytes).as_flattened());
        } else {
            bytes.extend((place << 8 | position).to_ne_bytes());
        }
    }
}

impl<'a> Record<'a> {
    /// Returns the watches that look in the item's place.
    pub(crate) fn entries(self) -> impl Iterator<Item = PackedEntry> + 'a {
        let scoped = self.scoped.as_chunks().0;
        let positions =
            |postings: Postings<'a>| (0..postings.len()).map(move |nth| postings.position(nth));
        let positions = positions(self.postings).chain(positions(self.of_site));
        let scoped = positions.map(|position| scoped[position]);
        self.everywhere.iter().copied().chain(scoped)
    }

    /// Returns whether [`Self::entries`] would return any.
    pub(crate) fn has_entries(self) -> bool {
        !self.everywhere.is_empty() || self.postings.len() > 0 || self.of_site.len() > 0
    }
}

impl KeywordBytes for Records {
    fn length(&self, address: u32) -> usize {
        self.header(address).0.length
    }

    fn bytes(&self, address: u32) -> &[u8] {
        let (header, rest) = self.header(address);
        &rest[..header.length]
    }
}
